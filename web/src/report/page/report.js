// What a page of a report can do in addition to being read: it plays through a game, and it sorts the table of classes.
// This is a classic script, because a page opened from a disk may load no modules.
"use strict";
(() => {
  const svg = "http://www.w3.org/2000/svg";

  function drawn(name, attributes) {
    const element = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) {
      element.setAttribute(key, value);
    }
    return element;
  }

  function place(square) {
    return { x: 100 * (square.charCodeAt(0) - 97), y: 100 * (8 - Number(square[1])), width: 100, height: 100 };
  }

  /** Returns images of the pieces of a FEN such as "W:WKa1,b2:Bg7". */
  function pieces(fen) {
    return fen.split(":").slice(1).flatMap((side) => {
      const colour = side[0].toLowerCase();
      return side.slice(1).split(",").filter(Boolean).map((piece) => {
        const kind = piece[0] === "K" ? "k" : "m";
        return drawn("use", { href: `#${colour}${kind}`, ...place(piece.slice(-2)) });
      });
    });
  }

  function words(fen) {
    const [mover, ...sides] = fen.split(":");
    const sideWords = sides.map((side) => {
      const all = side.slice(1).split(",").filter(Boolean);
      const named = all.map((piece) => `${piece[0] === "K" ? "king" : "man"} ${piece.slice(-2)}`);
      return `${side[0] === "W" ? "White" : "Black"}: ${named.join(", ") || "no piece"}.`;
    });
    return `${sideWords.join(" ")} ${mover === "W" ? "White" : "Black"} to move.`;
  }

  function startPlayer(player) {
    const board = player.querySelector(".board");
    const track = player.querySelector(".track");
    const transport = player.querySelector(".transport");
    const plies = [...track.querySelectorAll(".ply")].map((ply) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "ply";
      button.textContent = ply.textContent;
      Object.assign(button.dataset, ply.dataset);
      ply.replaceWith(button);
      return button;
    });
    const steps = [{ dataset: player.dataset }, ...plies];
    const buttons = Object.fromEntries([...transport.children].map((button) => [button.dataset.go, button]));
    let at = 0;

    function show(next) {
      at = next;
      const { fen, from, to } = steps[at].dataset;
      board.querySelector(".pieces").replaceChildren(...pieces(fen));
      board.querySelector(".marks").replaceChildren(
        ...[from, to].filter(Boolean).map((square) => drawn("rect", place(square))),
      );
      board.setAttribute("aria-label", words(fen));
      for (const [i, ply] of plies.entries()) {
        ply.toggleAttribute("aria-current", i + 1 === at);
      }
      const ply = plies[at - 1];
      track.scrollTop = ply ? ply.offsetTop - track.offsetTop - 40 : 0;
      buttons.first.disabled = buttons.back.disabled = at === 0;
      buttons.forward.disabled = buttons.last.disabled = at === plies.length;
    }

    buttons.first.addEventListener("click", () => show(0));
    buttons.back.addEventListener("click", () => show(at - 1));
    buttons.forward.addEventListener("click", () => show(at + 1));
    buttons.last.addEventListener("click", () => show(plies.length));
    for (const [i, ply] of plies.entries()) {
      ply.addEventListener("click", () => show(i + 1));
    }
    transport.hidden = plies.length === 0;
    show(0);
  }

  function startTable(table) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    for (const [column, head] of heads.entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const first = column === 0 ? "ascending" : "descending"; // for numbers, the large ones come first
        const other = first === "ascending" ? "descending" : "ascending";
        const order = head.getAttribute("aria-sort") === first ? other : first;
        const value = (row) => Number(row.cells[column].dataset.value);
        const rows = [...body.rows].sort((a, b) => value(a) - value(b));
        body.append(...(order === "ascending" ? rows : rows.reverse()));
        for (const each of heads) {
          each.removeAttribute("aria-sort");
        }
        head.setAttribute("aria-sort", order);
      });
    }
    heads[0].setAttribute("aria-sort", "ascending");
  }

  document.querySelectorAll(".player").forEach(startPlayer);
  document.querySelectorAll("[data-sortable]").forEach(startTable);
})();
