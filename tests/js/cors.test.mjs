// Pages that read tables from a server of another site: one that lets them, with nginx as the example has it, and others.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { blankPage, openPage, site } from "./browser.mjs";
import { askCommand, goodTables, randomPositions, serve, temporaryDirectory } from "./support.mjs";

const path = `${process.env.PATH}:/usr/sbin`;
const nginx = spawnSync("nginx", ["-v"], { env: { PATH: path } }).error ? null : "nginx";
const open = { "Access-Control-Allow-Origin": "*" };

/** What a page of one site gets from the tables at an address: the answers, or {code, message} of the error. */
async function ask(t, tables, fens) {
  const { url } = await serve(t, await site(t));
  const page = await openPage(t, `${url}${blankPage}`);
  return page.evaluate(async ({ tables, fens }) => {
    const { open } = await import("./dameotb/dameotb.js");
    try {
      const opened = await open(tables);
      return await Promise.all(fens.map((fen) => opened.moves(fen)));
    } catch ({ code, message }) {
      return { code, message };
    }
  }, { tables, fens });
}

/** A port that nobody listens to now. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts nginx with the example's file, of which only ports, certificates and the folder are changed. */
async function startNginx(t, root) {
  const work = temporaryDirectory(t);
  const port = await freePort();
  const example = readFileSync(join(process.env.DAMEOTB_EXAMPLE, "../site/nginx-static.conf"), "utf8");
  const secure = example.slice(example.lastIndexOf("server {"))
    .replace(/ssl_certificate.*\n/g, "").replace(/listen \[.*\n/, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`).replace("/srv/tables.example", root);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${work}/${name};`);
  const user = process.getuid() === 0 ? "user root;" : "";
  writeFileSync(join(work, "nginx.conf"), `${user} daemon off; pid ${work}/pid; events {}
    http { include /etc/nginx/mime.types; access_log off; ${paths.join(" ")} ${secure} }`);
  const server = spawn(nginx, ["-e", join(work, "errors"), "-c", join(work, "nginx.conf")],
                       { env: { PATH: path }, stdio: "ignore" });
  t.after(async () => {
    server.kill();
    await once(server, "exit");
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 200 && !(await fetch(url).catch(() => null)); ++tries) {
    assert.equal(server.exitCode, null, "nginx has ended");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return url;
}

test("nginx as in the example serves a site and lets other pages read its tables",
     { skip: !nginx && "there is no nginx" }, async (t) => {
  const url = await startNginx(t, await site(t));
  const get = (name, headers) => fetch(`${url}some/where/${name}`, { headers });
  const text = await get("dameotb/dameotb.js", { "Accept-Encoding": "gzip" });
  assert.match(text.headers.get("Content-Type"), /^(text|application)\/javascript/);
  assert.equal(text.headers.get("Content-Encoding"), "gzip");
  assert.equal((await get("dameotb/dameotb.wasm")).headers.get("Content-Type"), "application/wasm");
  const part = await get("tables/KvK.wdl", { Range: "bytes=0-7", "Accept-Encoding": "gzip" });
  assert.deepEqual([part.status, part.headers.get("Content-Encoding")], [206, null]);
});

test("a page of another site reads tables from nginx as in the example", { skip: !nginx && "there is no nginx" }, async (t) => {
  const url = await startNginx(t, join(await site(t), "some", "where"));
  const fens = randomPositions(100, 3, 20261129);
  const answers = await ask(t, `${url}tables/`, fens);
  assert.equal(answers.length, fens.length, JSON.stringify(answers));
  askCommand(goodTables, fens).forEach(({ error, result, plies }, i) => {
    if (!error) {
      assert.deepEqual([answers[i].result, answers[i].plies], [result, plies], fens[i]);
    }
  });
  assert.equal((await fetch(`${url}tables/none`)).headers.get("Access-Control-Allow-Origin"), "*"); // so that 404 is seen
});

test("an answer that the browser keeps from the page is named: CORS", async (t) => {
  const { url } = await serve(t, await site(t));
  const { code, message } = await ask(t, `${url}some/where/tables/`, ["W:WKa7,Kh8:BKa1"]);
  assert.equal(code, "cors");
  assert.match(message, /\/tables\.json: .*\(CORS\): it must send Access-Control-Allow-Origin/);
});

test("only the list may be read: CORS, at the table", async (t) => {
  const root = await site(t);
  const { url } = await serve(t, root, undefined, false, open);
  const listed = readFileSync(join(root, "some/where/tables/tables.json"));
  const { url: hidden } = await serve(t, root);
  const page = await openPage(t, `${(await serve(t, root)).url}${blankPage}`);
  const code = await page.evaluate(async ({ hidden, list }) => {
    const { open } = await import("./dameotb/dameotb.js");
    const inner = globalThis.fetch; // as if the list were open to all, and the tables not
    globalThis.fetch = (address, options) =>
      String(address).endsWith("tables.json") ? Promise.resolve(new Response(list)) : inner(address, options);
    const tables = await open(hidden);
    return tables.results(["W:WKa7,Kh8:BKa1"]).then(() => "none", (error) => error.code);
  }, { hidden: `${hidden}some/where/tables/`, list: listed.toString() });
  assert.equal(code, "cors");
  assert.equal((await ask(t, `${url}some/where/tables/`, ["W:WKa7,Kh8:BKa1"]))[0].plies, 5);
});

test("a server that is not there, or breaks off, is no question of CORS", async (t) => {
  assert.equal((await ask(t, `http://127.0.0.1:${await freePort()}/`, [])).code, "network");
  const broken = await serve(t, await site(t), (_, name) => (name.endsWith(".json") ? "break" : "well"), false, open);
  assert.equal((await ask(t, `${broken.url}some/where/tables/`, [])).code, "network");
  const busy = await serve(t, await site(t), () => 500, false, open);
  assert.equal((await ask(t, `${busy.url}some/where/tables/`, [])).code, "network");
});
