// Results in words.

export const colourNames = { w: "White", b: "Black" };
const other = { w: "b", b: "w" };

export const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

/** Returns "win 5", "draw" or "loss 8", for the side that moves. */
export function short({ result, plies: count }) {
  return result === null ? "unknown" : result === "draw" || count === null ? result : `${result} ${count}`;
}

/** Returns a headline, a sentence and the result for the side to move, for an answer of /probe. */
export function describe(answer) {
  const side = answer.side_to_move[0];
  const [mover, opponent] = [colourNames[side], colourNames[other[side]]];
  const context = `${mover} to move` + (answer.class ? ` · ${answer.class}` : "");
  if (answer.moves.length === 0) {
    const hasPieces = answer.fen.split(":")[side === "w" ? 1 : 2].length > 1;
    return {
      kind: "loss",
      headline: `${opponent} has won`,
      detail: `${mover} is to move and has no ${hasPieces ? "legal move" : "piece left"}.`,
    };
  }
  if (answer.result === null) {
    const { class: name, command } = answer.missing_table;
    const why = command ? `There is no table of ${name} here.` : `${name} has too many pieces for tables.`;
    const detail = `${context}. ${why} Its moves can be played all the same.`;
    return { kind: "unknown", headline: "Not known", detail };
  }
  const forced = answer.must_capture ? " · capture is forced" : "";
  if (answer.result === "draw") {
    return { kind: "draw", headline: "Draw", detail: `${context}${forced}` };
  }
  const winner = answer.result === "win" ? mover : opponent;
  const distance = answer.plies === null ? "" : ` in ${plies(answer.plies)}`;
  return { kind: answer.result, headline: `${winner} wins${distance}`, detail: `${context}${forced}` };
}
