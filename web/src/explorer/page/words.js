// Results in words.

export const colourNames = { w: "White", b: "Black" };
export const otherColour = { w: "b", b: "w" };

export const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

const longestName = 9; // characters of a class's name that are still read at a glance

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** Returns "a king", "two men", "a king and two men". */
function sideWords(letters) {
  const kinds = [["K", "king", "kings"], ["M", "man", "men"]].map(([letter, one, more]) => {
    const count = letters.split(letter).length - 1;
    return count === 0 ? [] : [count === 1 ? `a ${one}` : `${numbers[count] ?? count} ${more}`];
  });
  return kinds.flat().join(" and ");
}

/** Returns a class in words: "KKMvK" is "two kings and a man against a king". */
export const classWords = (name) => name.split("v").map(sideWords).join(" against ");

/** Says that a class has no table. */
export const noTable = (name) => `There is no table of ${name.length <= longestName ? name : "so many pieces"} here.`;

/** Returns the text as a sentence, with a capital and an end. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;

/** Returns "win 5", "draw" or "loss 8", for the side that moves. */
export function short({ result, plies: count }) {
  return result === null ? "not known" : result === "draw" || count === null ? result : `${result} ${count}`;
}

/** Returns the move for the ear: "White: a7 to g7", "Black: b1 takes 2, to b8, and becomes a king". */
export function spoken(side, { from, to, captured = [], promotes }) {
  const takes = captured.length > 0 ? ` takes ${captured.length},` : "";
  return `${colourNames[side]}: ${from}${takes} to ${to}${promotes ? ", and becomes a king" : ""}`;
}

const hasPieces = (fen, side) => fen.split(":").some((part, i) => i > 0 && part[0].toLowerCase() === side && part.length > 1);

/**
 * Returns a headline, a sentence and the outcome for an answer of /probe: the winner "w" or "b", "draw", "unknown", or
 * "problem".
 */
export function describe(answer) {
  const side = answer.side_to_move[0];
  const [mover, opponent] = [colourNames[side], colourNames[otherColour[side]]];
  const words = answer.class ? classWords(answer.class) : "";
  const isShort = answer.class?.length <= longestName;
  const context = `${mover} to move` + (words && ` · ${isShort ? `${answer.class}, ` : ""}${words}`);
  if (!hasPieces(answer.fen, otherColour[side]) && hasPieces(answer.fen, side)) {
    return { outcome: side, headline: `${opponent} has no piece`,
             detail: `${mover} has won. Set up a piece for each side.` };
  }
  if (answer.moves.length === 0) {
    const words = hasPieces(answer.fen, side) ? "legal move" : "piece left";
    return { outcome: otherColour[side], headline: `${opponent} has won`,
             detail: `${mover} is to move and has no ${words}.` };
  }
  if (answer.result === null) {
    const { class: name, command } = answer.missing_table;
    const why = command ? noTable(name) : "These are too many pieces for tables.";
    const detail = `${context}. ${why} Its moves can be played all the same.`;
    return { outcome: "unknown", headline: "Not known", detail };
  }
  const forced = answer.must_capture ? " · capture is forced" : "";
  if (answer.result === "draw") {
    return { outcome: "draw", headline: "Draw", detail: `${context}${forced}` };
  }
  const winner = answer.result === "win" ? side : otherColour[side];
  const distance = answer.plies === null ? "" : ` in ${plies(answer.plies)}`;
  return { outcome: winner, headline: `${colourNames[winner]} wins${distance}`, detail: `${context}${forced}` };
}

/** Returns why a piece that was chosen cannot be moved. `kind`: of the piece, null for a vacant square. */
export function whyNot({ side, kind, moves, mustCapture }) {
  if (kind === null || moves.length === 0) {
    return "";
  }
  if (kind[0] !== side) {
    return `It is ${colourNames[side]}'s turn.`;
  }
  if (mustCapture) {
    const from = [...new Set(moves.map((move) => move.from))];
    const most = moves[0].captured.length;
    const rule = most > 1 ? `, and as many pieces as can be: ${most}` : "";
    return `A capture is forced${rule}. ${from.join(" or ")} must take.`;
  }
  return "This piece cannot move.";
}
