// Games in and out: text and files that are read, one of several games chosen, positions and games copied, and what
// else could have been played.

import { copyText } from "../copying.js";
import { make } from "../elements.js";
import { addOutcomes, alternatives, hasBeenRead, looksLikeGame, readGames, readLine, textOf, toPdn } from "./games.js";
import { text } from "../texts.js";
import { errorWords } from "../words.js";

const saidFor = 1500; // milliseconds for which a button says that it has copied
const longestTrack = 400; // moves of which alternatives are asked for
const longestText = 1 << 19; // characters, and bytes of a file, that are read as games
const mostGames = 1000; // of a file, that can be chosen: a list of more would keep the page for seconds

const $ = (id) => document.getElementById(id);

export class GamePanel {
  #game;
  #openTrack;
  #changed;
  #games = [];
  #others = null; // {track, found, asking}: the alternatives of a track
  #latest = null; // stands for what is read or opened last: what takes longer must not undo what came after it

  /**
   * Calls openTrack(track, index, isSame), as Game has it, for a game that was read, and changed() when there is more to
   * show of the track.
   */
  constructor(game, { openTrack, changed }) {
    this.#game = game;
    this.#openTrack = openTrack;
    this.#changed = changed;
    $("game-choice").addEventListener("change", (event) => this.#open(this.#games[event.target.value]));
    $("open-pdn").addEventListener("click", () => $("pdn-file").click());
    $("pdn-file").addEventListener("change", () => this.#readFile());
    $("fen").addEventListener("paste", (event) => {
      const pasted = event.clipboardData?.getData("text") ?? "";
      if (looksLikeGame(pasted)) {
        event.preventDefault(); // the field has one line, a game has many
        this.readTyped(pasted);
      }
    });
    $("others").addEventListener("change", () => {
      this.forgive();
      changed();
    });
    this.#copies("copy-fen", () => game.fen);
    this.#copies("copy-pdn", () => toPdn(game.track));
    this.#copies("share", () => new URL(game.lineAddress, location.href).href);
  }

  /** What could have been played instead of each move, or null: not asked for, or not known yet. */
  get alternatives() {
    const { track } = this.#game;
    if (!$("others").checked || track.length < 2 || track.length > longestTrack) {
      return null;
    }
    if (this.#others?.track !== track) {
      this.#others?.asking.abort();
      const asking = new AbortController();
      this.#others = { track, found: null, asking };
      const answered = (take) => (answer) => {
        if (this.#others?.track === track) {
          take(answer);
          this.#changed();
        }
      };
      alternatives(track, asking.signal).then(answered((found) => (this.#others.found = found)),
                                              answered((error) => this.#giveUpAlternatives(error)));
    }
    return this.#others.found;
  }

  /** Says why, and clears the box: checking it again asks again. */
  #giveUpAlternatives(error) {
    this.#others = null;
    $("others").checked = false;
    this.refuse(errorWords(error));
  }

  /** Reads games from what was typed or pasted into the field. Where there is none, the text stays there. */
  async readTyped(given) {
    this.forgive();
    const why = await this.#read(given);
    if (why) {
      this.refuse(why, given);
    }
  }

  /**
   * Says below the field why nothing was opened; the board stays as it is. `given`: what the field is to hold, if it is
   * that which was refused.
   */
  refuse(why, given = null) {
    $("fen-error").textContent = why;
    if (given !== null) {
      $("fen").value = given;
      $("fen").setAttribute("aria-invalid", "true");
    }
    $("fen-error").scrollIntoView({ block: "nearest" });
  }

  /** Takes back what refuse() has said. */
  forgive() {
    $("fen-error").textContent = "";
    $("fen").removeAttribute("aria-invalid");
  }

  /** Reads games from a text and opens the first that can be read. Returns why there is none; nothing if there is. */
  async #read(given) {
    const own = (this.#latest = {});
    if (given.length > longestText) {
      return text("too-long");
    }
    let games;
    try {
      games = await readGames(given);
    } catch (error) {
      return own === this.#latest ? errorWords(error) : "";
    }
    if (own !== this.#latest) {
      return "";
    }
    const shown = games.slice(0, mostGames);
    const first = shown.findIndex(hasBeenRead);
    if (first < 0) {
      const problem = games[0]?.problem;
      return problem ? text("game-unread", { problem }) : text("no-game");
    }
    this.#games = games;
    const options = shown.map(({ title }, i) => make("option", { value: `${i}` }, `${i + 1}. ${title}`));
    $("game-choice").replaceChildren(...options);
    $("game-choice").value = `${first}`;
    $("game-choice").parentElement.hidden = games.length < 2;
    await this.#open(games[first]);
    return "";
  }

  /** Opens the line of a shared link. Its first position is shown already, and going back must not lead there again. */
  async openLine(line) {
    const game = await readLine(line).catch(() => null);
    if (game) {
      await this.#open({ ...game, at: line.at }, true);
    }
  }

  /** Forgets the games that were read: another position is shown. */
  close() {
    this.#latest = null;
    this.#games = [];
    $("game-choice").parentElement.hidden = true;
    this.#note("");
    $("link-row").hidden = true;
  }

  async #open(game, isSame = false) {
    const { track, at, problem } = game;
    const own = (this.#latest = {});
    if (!hasBeenRead(game)) { // another one of a file, or a link's moves
      this.#note(text("game-unread", { problem }));
      this.#changed();
      return;
    }
    const count = this.#games.length;
    this.#note([problem && text("game-broken", { problem }),
                count > mostGames && text("games-left-out", { count, most: mostGames })].filter(Boolean).join(" "));
    await addOutcomes(track).catch(() => {}); // without them it can still be gone through
    if (own === this.#latest) {
      this.#openTrack(track, at, isSame);
    }
  }

  async #readFile() {
    const [file] = $("pdn-file").files;
    $("pdn-file").value = ""; // the same file can be chosen again
    if (!file) {
      return;
    }
    this.forgive();
    const why = file.size > longestText
      ? text("too-long")
      : await textOf(file).then((contents) => this.#read(contents),
                               ({ message }) => text("unreadable", { name: file.name, why: message }));
    if (why) {
      this.refuse(why);
    }
  }

  #note(words) {
    $("game-note").hidden = !words;
    $("game-note").textContent = words;
  }

  /** Makes a button copy what contents() returns, or show it where it cannot be copied. */
  #copies(id, contents) {
    const words = $(id).querySelector("span");
    const usual = words.textContent;
    $(id).addEventListener("click", async () => {
      if (await copyText(contents())) {
        words.textContent = text("copied");
        setTimeout(() => (words.textContent = usual), saidFor);
      } else {
        $("link-row").hidden = false;
        $("link").value = contents();
        $("link").select();
      }
    });
  }
}
