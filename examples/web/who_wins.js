// Shows who wins in the position of the address bar (?fen=W:WKa7,Kh8:BKa1), with tables from the folder tables/.
import { open } from "./dameotb/dameotb.js";

const fen = new URLSearchParams(location.search).get("fen") ?? "W:WKa7,Kh8:BKa1";
const [answer, list] = ["answer", "moves"].map((id) => document.getElementById(id));
document.querySelector("input").value = fen;

/** The value for the side to move, as in "win in at most 7": exact, or as far as the moves prove it. */
function words({ result, plies, at_least }) {
  if (result === null || result === "draw") {
    return result ?? (at_least?.result === "draw" ? "at least a draw" : "not known");
  }
  const bound = plies === null ? `at ${result === "win" ? "most" : "least"} ` : "";
  const count = plies ?? at_least?.plies ?? null;
  return count === null ? result : `${result} in ${bound}${count}`;
}

try {
  const tables = await open(new URL("tables/", location.href));
  const { side_to_move, moves, missing_table, ...value } = await tables.moves(fen);
  const missing = missing_table ? ` (there is no table ${missing_table.class} here)` : "";
  answer.textContent = `For ${side_to_move}, who is to move: ${words(value)}${missing}.`;
  list.replaceChildren(...moves.map((move) => {
    const link = Object.assign(document.createElement("a"), { href: `?fen=${move.fen}`, textContent: move.move });
    const item = document.createElement("li");
    item.append(link, ` ${words(move)}`);
    return item;
  }));
} catch (error) {
  answer.textContent = error.message;
}
