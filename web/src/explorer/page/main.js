// The explorer: shows one position of a game at a time, with its result and its moves, and lets the user play, set up
// positions and go through the game.

import * as answers from "./answers.js";
import { drawArrows, isBestKnown } from "./arrows.js";
import { Board } from "./board.js";
import { chooseRule, isEnded, probe, rule, rulePlies, usualPlies } from "./draw_rule.js";
import { make } from "./elements.js";
import { isEmbedded } from "./embed.js";
import { Game, sharedLine, squaresOf } from "./game/game.js";
import { GamePanel } from "./game/game_panel.js";
import { addOutcomes, bestLine, looksLikeGame, proofLine } from "./game/games.js";
import { listen } from "./keys.js";
import { showLegalMoves, showReview, showTrack, showWays } from "./lists.js";
import { watchPalette } from "./palette.js";
import { costOf, PlayOut } from "./game/playout.js";
import { counterOf, empty, isAddress, mirrored, numberOf, parseFen, pastedFen, swapped, toFen, toNormalFen, withPiece, withSide } from "./position.js";
import { Proofs } from "./proofs.js";
import { showMissing, showResult } from "./result.js";
import { offerRandomPositions } from "./game/random.js";
import { rove } from "./roving.js";
import { spokenMove, spokenPiece, spokenPosition, takenWords } from "./spoken.js";
import { Statistics } from "./statistics.js";
import { fillPage, text } from "./texts.js";
import { counterWords, describe, describeEarly, errorWords, missingHelp, whyNot } from "./words.js";

const playInterval = 900; // milliseconds between two moves of a line that plays

const $ = (id) => document.getElementById(id);
const chosen = (name) => document.querySelector(`input[name=${name}]:checked`).value;

let answer = null; // of /probe for the position shown, or null
let selected = null;
let highlighted = null;
let turned = false;
let playing = null; // the timer of a line that plays, or null
let asking = null;

const game = new Game((path) => showPosition(path));
const playOut = new PlayOut(game);
let lastPlayed = null; // where a position was played out from last, {track, side, wish}, while its review is shown
let setUp = null; // the track that was set up since Set up was chosen: its entry of the history takes what comes next
let hinted = false; // the user has asked for the best move of the position shown
const position = () => parseFen(game.fen) ?? empty;
const moves = () => answer?.moves ?? [];
const isSetup = () => chosen("mode") === "setup";
const moveHandlers = {
  play: (move) => playMove(move),
  highlight: (move) => highlight(move),
  taken: (move) => takenWords(position(), move.move),
};

// Showing

function targets() {
  const found = new Map();
  for (const move of moves()) {
    if (move.from === selected && !found.has(move.to)) {
      found.set(move.to, playOut.isOn ? "unknown" : (move.result ?? "unknown")); // the best move comes first
    }
  }
  return found;
}

/** Brings the board and what is said of it into view, where the user has asked for another position from afar. */
function bringIntoView() {
  const isOut = (id) => {
    const { top, bottom } = $(id).getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  };
  const fills = $("board").offsetHeight > innerHeight - 60; // the window, at a large zoom
  if (!isEmbedded && (isOut("board") || (isOut("headline") && !fills))) { // the page around a frame would be scrolled, too
    document.querySelector(fills ? ".board-frame" : ".modes").scrollIntoView({ block: "start" });
  }
}

/** In a frame, leads from there to the explorer, with the same game. */
function showWayOut() {
  $("leave").querySelector("a").href = `explorer.html${game.lineAddress}`;
}

function showBoard(path = null) {
  const played = squaresOf(game.track[game.index].move ?? "");
  const mustTake = answer?.must_capture && !isSetup() ? moves().map((move) => move.from) : [];
  board.show({
    position: position(), turned, selected, path,
    targets: isSetup() ? new Map() : targets(),
    last: played.length > 0 ? [played[0], played.at(-1)] : [],
    must: mustTake,
  });
  $("position-words").textContent = spokenPosition(position());
  showArrows();
}

function showArrows() {
  const told = playOut.isOn ? (hinted ? moves().slice(0, 1) : []) : moves();
  const shown = isSetup() ? [] : told;
  const wanted = playOut.isOn ? "best" : $("arrow-choice").value;
  const choice = wanted === "best" && !isBestKnown(shown) ? "none" : wanted;
  drawArrows($("arrows"), { moves: shown, choice, from: playOut.isOn ? null : selected, highlighted, turned });
}

function showHint(words) {
  $("hint").hidden = words === "";
  $("hint").textContent = words;
}

/** Returns what is said of the position. While it is played out, that is nothing that gives it away. */
function description() {
  if (playOut.isOn && moves().length > 0) {
    return { outcome: playOut.side, headline: text(`you-play-${playOut.side}`),
             detail: text(position().side === playOut.side ? "your-move" : "tables-think"), ruled: counterWords(answer) };
  }
  return position().pieces.size > 0
    ? describe(answer)
    : { outcome: "unknown", headline: text("empty-board"), detail: text("empty-board-detail") };
}

function showDescription(words) {
  showResult(words);
  showMissing(missingHelp(answer, statistics.classes));
}

function showAnswer() {
  showLegalMoves($("moves"), moves(), moveHandlers);
  $("moves").parentElement.hidden = !answer || playOut.isOn || isOver();
  $("moves-rule").hidden = rule === null || moves().length === 0;
  $("legend-unknown").hidden = moves().every((move) => move.result !== null);
  const count = moves().length;
  $("moves-heading").textContent = count > 0 ? text("legal-moves", { count }) : text("no-legal-moves");
  showBoard();
  showTransport();
  showPlayOut();
}

/** A button that can do nothing keeps the focus, which `disabled` would take away. */
function enable(id, enabled) {
  $(id).setAttribute("aria-disabled", !enabled);
}

/** Returns whether the game has ended on the board. */
const isOver = () => answer !== null && answer.moves.length === 0 && position().pieces.size > 0;

/** A draw has no end, and a result without a distance no shortest way. Under a rule the results show the way. */
const hasBestLine = () => moves().length > 0 && answer.result !== "draw" &&
                          (answer.plies !== null || (rule !== null && answer.result !== null) || hasProofLine());
const hasProofLine = () => (answer?.proof?.line.length ?? 0) > 0;

function showTransport() {
  // While a position is played out, nothing is told of its moves.
  const track = playOut.isOn ? game.track.slice(0, game.index + 1).map(({ fen, move }) => ({ fen, move })) : game.track;
  const alternatives = playOut.isOn ? null : panel.alternatives;
  showTrack($("track"), { track, index: game.index, alternatives }, { go: visit, branch: branchOff });
  $("game").hidden = playOut.isOn || (game.track.length < 2 && $("game-note").hidden);
  $("others").parentElement.hidden = game.track.length < 2;
  const canGo = !playOut.isOn;
  enable("first", canGo && game.index > 0);
  enable("back", canGo && game.index > 0);
  enable("forward", canGo && !game.atEnd);
  enable("last", canGo && !game.atEnd);
  const canPlay = canGo && (playing !== null || !game.atEnd || hasBestLine());
  enable("play", canPlay);
  if (answer !== null || game.track.length > 1) { // until the answer comes, the bar stays as it is
    $("play").parentElement.classList.toggle("idle", game.track.length < 2 && !canPlay);
  }
  const words = playing ? "pause" : !game.atEnd ? "play-on" : hasProofLine() ? "proof-line" : "best-line";
  $("play").querySelector("use").setAttribute("href", `#icon-${playing ? "pause" : "play"}`);
  $("play").querySelector("span").textContent = text(words);
  $("play").setAttribute("aria-label", text(words === "best-line" ? "play-best-line" : words));
}

/** Says something aloud, for those who do not see the board. */
function speak(words) {
  $("spoken").textContent = words;
}

/** Says the move that led to the position shown. */
function speakMove() {
  const [before, { move, fen }] = game.track.slice(game.index - 1, game.index + 1);
  const positions = [before.fen, fen].map(parseFen);
  speak(positions.every(Boolean) ? spokenMove(positions[0], move, positions[1]) : "");
}

/** Shows what the board is for: the legend of arrows is, or the pieces to be placed are, of no use otherwise. */
function showMode() {
  $("palette").hidden = !isSetup();
  $("legend").hidden = isSetup() || playOut.isOn;
}

function showPlayOut() {
  $("playout-begin").hidden = playOut.isOn;
  $("playout-on").hidden = !playOut.isOn;
  $("random").classList.toggle("away", playOut.isOn);
  $("again").hidden = playOut.isOn || lastPlayed === null;
  $("next").hidden = !lastPlayed?.wish;
  document.querySelectorAll("input[name=side], .rule select, .rule input").forEach((input) => (input.disabled = playOut.isOn));
  const isKnown = moves().length > 0 && answer.result !== null && !isEnded(game.track, game.index);
  enable("play-white", isKnown);
  enable("play-black", isKnown);
  enable("take-back", playOut.canTakeBack);
  enable("hint-button", moves().length > 0 && position().side === playOut.side);
  showMode();
  if (playOut.isOn && playOut.isHeld(moves())) {
    endPlayOut();
    return;
  }
  if (!playOut.isOn || position().side === playOut.side) {
    playOut.wait();
  } else if (moves().length > 0) {
    playOut.answer(moves(), (move) => playMove(move));
  }
  if (playOut.isOn && answer && moves().length === 0) {
    endPlayOut();
  }
}

/** wish: what was asked for, if the position is a random one. */
function beginPlayOut(side, wish = null) {
  stop();
  document.querySelector("input[name=mode][value=play]").click();
  forgetReview();
  playOut.begin(side);
  game.keep({ side, start: game.index, wish });
  lastPlayed = { track: game.track.slice(0, game.index + 1), side, wish };
  selected = null;
  turned = side === "b";
  refresh();
  $("hint-button").focus({ preventScroll: true });
  bringIntoView();
}

/** Plays the position once more that was played out last. */
function playOnceMore() {
  const { track, side, wish } = lastPlayed;
  game.openTrack(track, track.length - 1);
  beginPlayOut(side, wish);
}

/** Plays a random position out. Rejects as answers.random does. */
async function playRandom(wish) {
  const before = game.track;
  const { fen } = await answers.random(wish);
  if (game.track === before) { // the user has not gone on meanwhile
    open(fen);
    beginPlayOut(fen[0].toLowerCase(), wish);
  }
}

/** What was said of a position that was played out is about that one alone. */
function forgetReview() {
  showReview($("review"), { words: "", mistakes: [] }, visit);
  lastPlayed = null;
}

async function endPlayOut() {
  const hadFocus = $("playout-on").contains(document.activeElement);
  game.keep(null);
  const review = await playOut.end().catch((error) => ({ words: errorWords(error), mistakes: [] }));
  showReview($("review"), review, (index) => {
    visit(index);
    bringIntoView();
  });
  refresh();
  if (hadFocus) {
    $(lastPlayed?.wish ? "next" : "once-more").focus({ preventScroll: true });
  }
  bringIntoView();
}

/** Shows the same position anew, as what may be told of it has changed. */
function refresh() {
  if (answer) {
    showDescription(description());
    showAnswer();
  }
}

/** Shows who wins, while the values of the moves are still being read. */
function showEarly(result, signal) {
  if (result !== null && !signal.aborted && !playOut.isOn) {
    showDescription(describeEarly(position().side, result));
  }
}

/** Has a proof sought where the tables know no result, and shows it when it comes. Without one, what is shown stays. */
function showProof(shown, signal) {
  if (shown.result !== null || shown.moves.length === 0 || playOut.isOn) {
    return;
  }
  proofs.prove(game.track, game.index, shown, (proof) => {
    if (answer === shown && !playOut.isOn) {
      answer.proof = proof;
      showDescription(description());
      showTransport();
    }
  }, signal);
}

async function showPosition(path = null) {
  answer = null;
  hinted = false;
  selected = null;
  highlighted = null;
  document.querySelector(`input[name=side][value=${position().side}]`).checked = true;
  $("fen").value = game.shownFen;
  $("counter").value = game.counter;
  panel.forgive();
  proofs.leave();
  showHint("");
  showWays($("ways"), [], moveHandlers);
  showBoard(path);
  showTransport();
  showWayOut();
  $("result").setAttribute("aria-busy", "true"); // until the answer comes, the text is about the previous position
  asking?.abort();
  const { signal } = (asking = new AbortController());
  try {
    answer = await probe(game.track, game.index, { signal, early: ({ result }) => showEarly(result, signal) });
    if (signal.aborted) {
      return;
    }
    showDescription(description());
    statistics.show(answer.table);
    showProof(answer, signal);
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    const headline = text(error.code === "bad_position" ? "not-legal" : "no-answer");
    showDescription({ outcome: "problem", headline, detail: errorWords(error) });
  }
  $("result").setAttribute("aria-busy", "false");
  showAnswer();
}

// Going from position to position

/** Leaves what is under way, for another position. */
function leave() {
  stop();
  playOut.abandon();
  game.playOut = null;
  forgetReview();
}

function open(fen, counter = 0, number = undefined) {
  leave();
  panel.close();
  game.open(fen, counter, number);
}

/** Opens a position that was made of the one shown. What is set up in one go is one step of the browser's history. */
function edit(edited, counter = game.counter) {
  const before = game.track;
  leave();
  panel.close();
  game.open(toFen(edited), counter, undefined, isSetup() && setUp === before);
  if (game.track !== before) {
    setUp = game.track;
  }
}

function openTrack(track, index, isSame) {
  leave();
  game.openTrack(track, index, isSame);
  bringIntoView();
}

/**
 * Opens what an entry of the browser's history holds, or what the address names. goesOn: what was being played out there
 * still is.
 */
function restore(state, goesOn = false) {
  leave();
  const line = state ? null : sharedLine(location.search);
  const playedOut = goesOn ? (state?.playOut ?? null) : null;
  if (playedOut) {
    const { side, start, wish } = playedOut;
    playOut.begin(side, start);
    lastPlayed = { track: state.track.slice(0, start + 1), side, wish };
    turned = side === "b";
  }
  game.restore(state, playedOut);
  if (line) {
    panel.openLine(line);
  }
  if (state && (state.rule ?? null) !== rule) {
    retell();
  }
}

/** Says of the line and the position what they are worth under the rule that is chosen now. */
async function retell() {
  const track = game.track.map(({ fen, move, counter, number, tags }) => ({ fen, move, counter, number, tags }));
  game.retell(track);
  showPosition();
  if (track.length > 1) {
    await addOutcomes(track).catch(() => {}); // without them it can still be gone through
    if (game.track === track) {
      game.retell(track);
      showTransport();
    }
  }
}

function playMove(move, path = move.path) {
  stop();
  const { fen, move: played, result, plies } = move;
  game.play({ fen, move: played, outcome: { result, plies }, lost: costOf(moves(), played)?.lost }, path);
  speakMove();
}

/** Plays another move from an earlier position of the line; what followed there is gone. */
function branchOff(index, move) {
  visit(index);
  game.play({ fen: move.fen, move: move.move, outcome: { result: move.result, plies: move.plies } }, move.path);
}

/** Goes to another place of the game, because the user asks for it. */
function visit(index) {
  if (playOut.isOn) {
    return; // only "Take back" goes back
  }
  stop();
  const forward = index === game.index + 1;
  game.go(index);
  if (forward && game.index === index) {
    speakMove();
  }
  showTransport();
}

// Playing a line

function stop() {
  clearInterval(playing);
  playing = null;
}

/** Adds the best line from here to the game. Returns false if there is none. */
async function addBestLine() {
  const from = game.shownFen;
  const best = hasProofLine() ? proofLine(answer.proof) : await bestLine(game.track, game.index).catch(() => []);
  if (best.length === 0 || from !== game.shownFen) {
    return false;
  }
  game.append(best);
  return true;
}

async function togglePlay() {
  if (playing) {
    stop();
    showTransport();
    return;
  }
  if (game.atEnd && (!hasBestLine() || !(await addBestLine()))) {
    return;
  }
  const step = () => {
    if (game.atEnd) {
      stop();
      showTransport();
    } else {
      game.go(game.index + 1);
    }
  };
  playing = setInterval(step, playInterval);
  step();
}

// The board

function canDrag(square) {
  if (playOut.isOn && position().side !== playOut.side) {
    return false;
  }
  return isSetup() ? position().pieces.has(square) : moves().some((move) => move.from === square);
}

function place(square, kind) {
  if (isSetup()) {
    edit(withPiece(position(), square, kind));
    speak(spokenPiece(square, kind));
  }
}

/** Plays the move from one square to another, asks which if there are several, and returns whether there is any. */
function playTo(from, to, path) {
  const all = moves().filter((move) => move.from === from && move.to === to);
  if (all.length === 1) {
    playMove(all[0], path === undefined ? all[0].path : path);
  } else {
    showWays($("ways"), all, moveHandlers);
  }
  return all.length > 0;
}

function choose(square) {
  if (isSetup()) {
    const brush = chosen("brush");
    const there = position().pieces.get(square);
    place(square, brush === "none" || brush === there ? null : brush);
    return;
  }
  // A click on the chosen piece puts it down, also if it could capture round to its own square.
  if (selected !== null && square !== selected && playTo(selected, square)) {
    return;
  }
  selected = square !== selected && canDrag(square) ? square : null;
  showWays($("ways"), moves().filter((move) => move.from === selected && move.to === selected), moveHandlers);
  const { side, pieces } = position();
  const kind = pieces.get(square) ?? null;
  const isMovable = moves().some((move) => move.from === square);
  showHint(isMovable ? "" : whyNot({ side, kind, moves: moves(), mustCapture: answer?.must_capture }));
  showBoard();
}

function drag(from, to) {
  if (isSetup()) {
    const kind = position().pieces.get(from);
    const without = withPiece(position(), from, null);
    edit(to ? withPiece(without, to, kind) : without);
    speak(to ? spokenPiece(to, kind) : spokenPiece(from, null));
  } else if (to) {
    playTo(from, to, null); // the user has already dragged the piece there
  }
}

function highlight(move) {
  highlighted = move?.move ?? null;
  showArrows();
}

function release() {
  selected = null;
  showHint("");
  showWays($("ways"), [], moveHandlers);
  showBoard();
}

function turn() {
  turned = !turned;
  showBoard();
}

if (isEmbedded) {
  document.body.classList.add("embed");
  document.head.append(make("base", { target: "_blank" })); // no link opens in the frame
  $("leave").hidden = false;
  Object.entries({ role: "heading", "aria-level": "1" }).forEach((pair) => $("headline-row").setAttribute(...pair)); // the only one
}
fillPage();
const proofs = new Proofs();
const panel = new GamePanel(game, { openTrack, changed: showTransport });
const board = new Board($("board"), { choose, drag, canDrag, place, release });
const statistics = new Statistics($("class-choice"), $("class-stats"), (fen) => {
  open(fen);
  bringIntoView();
});
watchPalette($("palette"), { drop: place, squareAt: (x, y) => board.squareAt(x, y) });

// All other controls

function onClick(id, action) {
  $(id).addEventListener("click", () => {
    if ($(id).getAttribute("aria-disabled") !== "true") {
      action();
    }
  });
}

for (const input of document.querySelectorAll("input[name=mode]")) {
  input.addEventListener("change", () => {
    if (isSetup() && playOut.isOn) {
      endPlayOut();
    }
    setUp = null;
    showMode();
    release();
  });
}
for (const input of document.querySelectorAll("input[name=side]")) {
  input.addEventListener("change", () => edit(withSide(position(), input.value)));
}
$("arrow-choice").addEventListener("change", showArrows);
onClick("flip", turn);
onClick("swap", () => edit(swapped(position())));
onClick("mirror", () => edit(mirrored(position())));
onClick("clear", () => {
  setUp = null; // so that Back undoes it
  edit({ ...empty, side: position().side }, 0);
});
for (const row of document.querySelectorAll(".transport, .actions, .copies")) {
  rove([...row.querySelectorAll("button")], ["ArrowUp", "ArrowDown"], row.querySelector("#play") ?? undefined);
}
const steps = {
  Home: () => visit(0),
  ArrowLeft: () => visit(game.index - 1),
  ArrowRight: () => visit(game.index + 1),
  End: () => visit(game.track.length - 1),
};
onClick("first", steps.Home);
onClick("back", steps.ArrowLeft);
onClick("forward", steps.ArrowRight);
onClick("last", steps.End);
onClick("play", togglePlay);
onClick("play-white", () => beginPlayOut("w"));
onClick("play-black", () => beginPlayOut("b"));
onClick("hint-button", () => {
  hinted = true;
  showArrows();
  speak(text("hint", { move: moves()[0].move }));
  bringIntoView();
});
onClick("take-back", () => playOut.takeBack());
onClick("playout-end", endPlayOut);
onClick("once-more", playOnceMore);
onClick("next", () => playRandom(lastPlayed.wish).catch((error) =>
  showReview($("review"), { words: errorWords(error), mistakes: [] }, visit)));
onClick("help", () => $("help-dialog").showModal());
listen({
  steps,
  others: { f: turn, p: () => speak(spokenPosition(position())), "?": () => $("help-dialog").showModal() },
  isPlaying: () => !isSetup(),
});

$("fen-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = $("fen").value.trim();
  panel.forgive();
  const fen = pastedFen(typed);
  if (parseFen(fen)) {
    const line = isAddress(typed) ? sharedLine(typed) : null;
    open(toNormalFen(fen), counterOf(fen), numberOf(fen));
    bringIntoView();
    if (line) {
      panel.openLine(line);
    }
    return;
  }
  if (looksLikeGame(typed)) {
    panel.readTyped(typed);
    return;
  }
  const given = isAddress(typed) ? fen : typed;
  panel.refuse(given === "" ? text("write-something")
    : /^[WB]\s*:/i.test(given) ? await answers.probe(given).then(() => text("cannot-be-read"), errorWords)
    : text(isAddress(typed) ? "no-position-in-address" : "neither"), typed);
});

// The draw rule

function showRule() {
  const usual = rule === usualPlies && $("rule").value !== "other";
  $("rule").value = rule === null ? "none" : usual ? "usual" : "other";
  $("rule-plies").parentElement.hidden = $("rule").value !== "other";
  $("rule-plies").value = rule ?? usualPlies;
  $("counter").parentElement.hidden = rule === null;
  $("counter").max = rule ?? usualPlies;
  $("stats-rule").hidden = rule === null;
}

function playBy(plies) {
  if (plies !== rule) {
    stop();
    forgetReview();
    chooseRule(plies);
    retell();
  }
  showRule();
}

$("rule").addEventListener("change", ({ target }) => {
  playBy(target.value === "none" ? null : target.value === "usual" ? usualPlies : (rule ?? usualPlies));
});
$("rule-plies").addEventListener("change", ({ target }) => playBy(rulePlies(target.value) ?? rule));
$("counter").addEventListener("change", ({ target }) => {
  const counter = /^\d{1,3}$/.test(target.value) ? Number(target.value) : game.counter;
  open(game.fen, Math.min(counter, rule));
  target.value = game.counter;
});
showRule();

addEventListener("popstate", ({ state }) => game.adopts(state) || restore(state));

restore(history.state, true);
if (!isEmbedded) {
  offerRandomPositions(playRandom);
  await statistics.load().catch((error) => ($("class-stats").textContent = errorWords(error)));
  showMissing(missingHelp(answer, statistics.classes)); // what there is is known now
  statistics.show(answer?.table ?? null);
}
