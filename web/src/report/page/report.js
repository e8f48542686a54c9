// What a page of a report can do in addition to being read: it plays through games, it copies them, and it sorts the
// table of classes. This is a classic script, because a page opened from a disk may load no modules.
"use strict";
(() => {
  // copying.js
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

  /** Puts a button with the same contents and data in the element's place. */
  function pressable(element) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = element.className;
    button.append(...element.childNodes);
    Object.assign(button.dataset, element.dataset);
    element.replaceWith(button);
    return button;
  }

  /** Makes the button copy what text() returns, and say whether it did. */
  function startCopy(button, text) {
    const words = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.textContent = (await copyText(text())) ? "Copied" : "Not copied";
      setTimeout(() => (button.textContent = words), 1500);
    });
  }

  function startDiagram(diagram) {
    const board = diagram.querySelector(".board");
    const transport = diagram.querySelector(".transport");
    const link = diagram.querySelector(".explore");
    const buttons = Object.fromEntries([...(transport?.children ?? [])].map((button) => [button.dataset.go, button]));
    const lines = [...diagram.querySelectorAll(".line")].map((element) => {
      const name = element.querySelector(".line-name");
      return { name: name && pressable(name), track: element.querySelector(".track"), pdn: element.dataset.pdn,
               steps: [element, ...[...element.querySelectorAll(".ply")].map(pressable)] };
    });
    let line;
    let at;

    /** Shows the position after `next` moves of a line. */
    function show(shown, next) {
      line = shown;
      at = next;
      const { fen, from, to } = line.steps[at].dataset;
      board.querySelector(".pieces").replaceChildren(...pieces(fen));
      board.querySelector(".marks").replaceChildren(
        ...[from, to].filter(Boolean).map((square) => drawn("rect", place(square))),
      );
      board.setAttribute("aria-label", words(fen));
      diagram.querySelector(".fen code").textContent = fen;
      if (link) {
        link.href = link.href.replace(/fen=.*/, `fen=${fen}`);
      }
      for (const { name, steps } of lines) {
        name?.setAttribute("aria-pressed", steps === line.steps);
        for (const ply of steps.slice(1)) {
          ply.removeAttribute("aria-current");
        }
      }
      if (at > 0) {
        line.steps[at].setAttribute("aria-current", "true");
      }
      if (line.track) {
        line.track.scrollTop = at > 0 ? line.steps[at].offsetTop - line.track.offsetTop - 40 : 0;
      }
      if (transport) {
        buttons.first.disabled = buttons.back.disabled = at === 0;
        buttons.forward.disabled = buttons.last.disabled = at === line.steps.length - 1;
      }
    }

    for (const each of lines) {
      each.name?.addEventListener("click", () => show(each, 0));
      each.steps.slice(1).forEach((ply, i) => ply.addEventListener("click", () => show(each, i + 1)));
    }
    if (transport) {
      buttons.first.addEventListener("click", () => show(line, 0));
      buttons.back.addEventListener("click", () => show(line, at - 1));
      buttons.forward.addEventListener("click", () => show(line, at + 1));
      buttons.last.addEventListener("click", () => show(line, line.steps.length - 1));
      transport.hidden = false;
    }
    startCopy(diagram.querySelector("[data-copy=fen]"), () => line.steps[at].dataset.fen);
    startCopy(diagram.querySelector("[data-copy=pdn]"), () => line.pdn);
    show(lines.find(({ steps }) => steps.length > 1) ?? lines[0], 0);
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

  document.querySelectorAll(".diagram").forEach(startDiagram);
  document.querySelectorAll("[data-sortable]").forEach(startTable);
})();
