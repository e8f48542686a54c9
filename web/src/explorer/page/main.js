// The explorer. It shows one position at a time, on a track of moves that the user can step through.
// The browser's history holds all that the user can come back to: the track and the index on it. The address holds the
// position, so that a copied address opens it.

import * as api from "./api.js";
import { drawArrows } from "./arrows.js";
import { Board } from "./board.js";
import { showLegalMoves, showTrack } from "./lists.js";
import { empty, mirrored, parseFen, swapped, toFen, withPiece, withSide } from "./position.js";
import { Statistics } from "./statistics.js";
import { describe } from "./words.js";

const firstFen = "W:WKa7,Kh8:BKa1"; // two kings against one
const playInterval = 900; // milliseconds between two moves of a line that plays

const emptyBoard = {
  kind: "unknown",
  headline: "Empty board",
  detail: "Choose a kind of piece below the board, then the squares where it stands.",
};

const $ = (id) => document.getElementById(id);
const chosen = (name) => document.querySelector(`input[name=${name}]:checked`).value;

// The track: [{fen, move}, ...]. A move leads from the position before it; the first entry has no move.
let track = [{ fen: firstFen }];
let index = 0;

let answer = null; // of /probe for the position shown, or null
let selected = null;
let highlighted = null;
let turned = false;
let playing = null; // the timer of a line that plays, or null
let asking = null;

const fen = () => track[index].fen;
const position = () => parseFen(fen()) ?? empty;
const moves = () => answer?.moves ?? [];
const isSetup = () => chosen("mode") === "setup";

// Showing

function targets() {
  const found = new Map();
  for (const move of moves()) {
    if (move.from === selected && !found.has(move.to)) {
      found.set(move.to, move.result ?? "unknown"); // the best move comes first
    }
  }
  return found;
}

function showBoard(moved = null) {
  const played = /^([a-h][1-8]).*([a-h][1-8])$/.exec(track[index].move ?? "");
  board.show({
    position: position(), turned, selected, moved,
    targets: targets(),
    last: played ? played.slice(1) : [],
  });
  showArrows();
}

function showArrows() {
  drawArrows($("arrows"), { moves: moves(), choice: $("arrow-choice").value, from: selected, highlighted, turned });
}

function showResult({ kind, headline, detail }) {
  $("result").dataset.kind = kind;
  $("headline").textContent = headline;
  $("detail").textContent = detail;
  const command = answer?.missing_table?.command;
  $("missing").hidden = !command;
  $("missing-command").textContent = command ?? "";
}

function showAnswer() {
  showLegalMoves($("moves"), moves(), { play: (move) => playMove(move), highlight });
  $("moves").parentElement.hidden = !answer;
  $("legend-unknown").hidden = moves().every((move) => move.result !== null);
  $("moves-heading").textContent = moves().length > 0 ? `Legal moves (${moves().length})` : "No legal moves";
  showBoard();
}

function showTransport() {
  showTrack($("track"), track, index, visit);
  for (const id of ["first", "back"]) {
    $(id).disabled = index === 0;
  }
  for (const id of ["forward", "last"]) {
    $(id).disabled = index === track.length - 1;
  }
  const words = playing ? "Pause" : index < track.length - 1 ? "Play on" : "Best line";
  const icon = playing ? "pause" : "play";
  $("play").querySelector("use").setAttribute("href", `#icon-${icon}`);
  $("play").querySelector("span").textContent = words;
  $("play").setAttribute("aria-label", words === "Best line" ? "Play best line" : words);
}

async function showPosition(moved = null) {
  answer = null;
  selected = null;
  highlighted = null;
  document.querySelector(`input[name=side][value=${position().side}]`).checked = true;
  $("fen").value = fen();
  $("fen-error").textContent = "";
  $("fen").removeAttribute("aria-invalid");
  showBoard(moved);
  showTransport();
  $("result").setAttribute("aria-busy", "true"); // until the answer comes, the text is about the previous position
  asking?.abort();
  const { signal } = (asking = new AbortController());
  try {
    answer = await api.probe(fen(), signal);
    if (signal.aborted) {
      return;
    }
    showResult(position().pieces.size > 0 ? describe(answer) : emptyBoard);
    statistics.show(answer.table);
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    showResult({ kind: "problem", headline: error.code === "bad_position" ? "Not a legal position" : "No answer",
                 detail: `${error.message[0].toUpperCase()}${error.message.slice(1)}.` });
  }
  $("result").setAttribute("aria-busy", "false");
  showAnswer();
}

// Going from position to position

const address = () => `?fen=${encodeURIComponent(fen()).replace(/%3A/g, ":").replace(/%2C/g, ",")}`;
const title = () => `${fen()} – Dameo endgame explorer`;

/** Adds an entry to the browser's history. */
function pushState() {
  history.pushState({ track, index }, "", address());
  document.title = title();
}

/** Opens a position that no move leads to. */
function open(newFen) {
  stop();
  if (newFen !== fen()) {
    [track, index] = [[{ fen: newFen }], 0];
    pushState();
    showPosition();
  }
}

function playMove(move, moved = move) {
  stop();
  track = [...track.slice(0, index + 1), { fen: move.fen, move: move.move }];
  index += 1;
  pushState();
  showPosition(moved);
}

/** Goes to another index on the track. This adds no entry to the browser's history. */
function go(place) {
  const step = place === index + 1 ? track[place].move : null;
  index = place;
  history.replaceState({ track, index }, "", address());
  document.title = title();
  showPosition(step ? { from: step.slice(0, 2), to: step.slice(-2) } : null);
}

/** Does the same as go, when the user asks for it. */
function visit(place) {
  stop();
  go(place);
}

function restore(state) {
  stop();
  const asked = new URLSearchParams(location.search).get("fen");
  const normal = asked === null ? firstFen : toNormalFen(asked);
  track = state?.track ?? [{ fen: normal }];
  index = state?.index ?? 0;
  document.title = asked === null ? "Dameo endgame explorer" : title();
  showPosition();
}

/**
 * Returns the FEN as the address and the server write it. Text that is no position stays as it is; the server refuses
 * it.
 */
function toNormalFen(text) {
  const read = parseFen(text);
  return read ? toFen(read) : text;
}

// Playing a line

function stop() {
  clearInterval(playing);
  playing = null;
}

/** Adds the best line from here to the track. Returns false if there is none. */
async function addBestLine() {
  const from = fen();
  const { line } = await api.line(from).catch(() => ({ line: [] }));
  if (line.length === 0 || from !== fen()) {
    return false;
  }
  track = [...track.slice(0, index + 1), ...line];
  pushState();
  return true;
}

async function togglePlay() {
  if (playing) {
    stop();
    showTransport();
    return;
  }
  if (index === track.length - 1 && !(await addBestLine())) {
    const words = " There is no best line to play from here.";
    $("detail").textContent = $("detail").textContent.replace(words, "") + words;
    return;
  }
  const step = () => {
    if (index === track.length - 1) {
      stop();
      showTransport();
    } else {
      go(index + 1);
    }
  };
  playing = setInterval(step, playInterval);
  step();
}

// The board

function canDrag(square) {
  return isSetup() ? position().pieces.has(square) : moves().some((move) => move.from === square);
}

function place(square, kind) {
  open(toFen(withPiece(position(), square, kind)));
}

function choose(square) {
  if (isSetup()) {
    const brush = chosen("brush");
    const there = position().pieces.get(square);
    place(square, brush === "none" || brush === there ? null : brush);
    return;
  }
  const move = moves().find(({ from, to }) => from === selected && to === square);
  if (move) {
    playMove(move);
  } else {
    selected = square !== selected && canDrag(square) ? square : null;
    showBoard();
  }
}

function drag(from, to) {
  if (isSetup()) {
    const kind = position().pieces.get(from);
    const without = withPiece(position(), from, null);
    open(toFen(to ? withPiece(without, to, kind) : without));
    return;
  }
  const move = moves().find((one) => one.from === from && one.to === to);
  if (move) {
    playMove(move, null); // the user has already dragged the piece there
  }
}

function highlight(move) {
  highlighted = move?.move ?? null;
  showArrows();
}

function release() {
  selected = null;
  showBoard();
}

const board = new Board($("board"), { choose, drag, canDrag, place, release });
const statistics = new Statistics($("class-choice"), $("class-stats"), open);

// All other controls

for (const input of document.querySelectorAll("input[name=mode]")) {
  input.addEventListener("change", () => {
    $("palette").hidden = !isSetup();
    release();
  });
}
for (const input of document.querySelectorAll("input[name=side]")) {
  input.addEventListener("change", () => open(toFen(withSide(position(), input.value))));
}
$("arrow-choice").addEventListener("change", showArrows);
$("flip").addEventListener("click", () => {
  turned = !turned;
  showBoard();
});
$("swap").addEventListener("click", () => open(toFen(swapped(position()))));
$("mirror").addEventListener("click", () => open(toFen(mirrored(position()))));
$("clear").addEventListener("click", () => {
  document.querySelector("input[name=mode][value=setup]").click();
  open(toFen(empty));
});
for (const [id, place] of [["first", () => 0], ["back", () => index - 1], ["forward", () => index + 1],
                           ["last", () => track.length - 1]]) {
  $(id).addEventListener("click", () => visit(place()));
}
$("play").addEventListener("click", togglePlay);

$("fen-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("fen").value.trim();
  if (parseFen(text)) {
    open(toNormalFen(text));
    return;
  }
  const problem = await api.probe(text).then(() => "this text cannot be read here", (error) => error.message);
  $("fen").setAttribute("aria-invalid", "true");
  $("fen-error").textContent = problem;
});
$("share").addEventListener("click", async () => {
  const words = $("share").querySelector("span");
  const shared = new URL(address(), location.href).href;
  words.textContent = await navigator.clipboard.writeText(shared).then(() => "Copied", () => "Not allowed");
  setTimeout(() => (words.textContent = "Copy link"), 1500);
});

addEventListener("popstate", (event) => restore(event.state));

restore(history.state);
await statistics.load().catch((error) => ($("class-stats").textContent = error.message));
statistics.show(answer?.table ?? null);
