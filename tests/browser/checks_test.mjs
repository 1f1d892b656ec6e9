// Plants one fault in a small page and expects it to be found; the page without it passes.   node --test tests/browser/checks_test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { FLAGS, MAX_BYTES, check, findChromium } from './checks.mjs';

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A page</title>
<style>
  body { background: #fff; color: #222; font-family: sans-serif; }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #eee; } }
  /*STYLE*/
</style></head>
<body><main><h1>A page</h1><p>Some words.</p><!--BODY--></main><script>/*SCRIPT*/</script></body>
</html>
`;

let browser;
let folder;

before(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), headless: true, args: FLAGS });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accelprep-browser-'));
});

after(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

async function problemsOf(html, views) {
  const file = path.join(folder, 'page.html');
  fs.writeFileSync(file, html);
  return check(browser, file, path.join(folder, 'shot'), views);
}

// what is wrong: [the page, what is said of it, the view that has to see it]
const planted = {
  'a picture from elsewhere': [PAGE.replace('<!--BODY-->', '<img alt="x" src="http://example.invalid/x.png">'), /asks for http:\/\/example\.invalid/],
  'another file beside it': [PAGE.replace('<!--BODY-->', '<img alt="x" src="x.png">'), /asks for file:/],
  'a request by script': [PAGE.replace('/*SCRIPT*/', 'fetch("https://example.invalid/").catch(() => {})'), /asks for https/],
  'a page error': [PAGE.replace('/*SCRIPT*/', 'undefinedFunction()'), /page error: undefinedFunction/],
  'a console error': [PAGE.replace('/*SCRIPT*/', 'console.error("broken")'), /console error: broken/],
  'too many bytes': [PAGE.replace('/*SCRIPT*/', `/*${'x'.repeat(MAX_BYTES)}*/`), /bytes; a report stays under/],
  'too little contrast in light': [PAGE.replace('/*STYLE*/', 'p { color: #ccc }'), /light: color-contrast/],
  'too little contrast in dark': [PAGE.replace('/*STYLE*/', '@media (prefers-color-scheme: dark) { p { color: #333 } }'), /dark: color-contrast/, 'dark'],
  'a picture without words': [PAGE.replace('<!--BODY-->', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'), /image-alt/],
  'no title': [PAGE.replace('A page</title>', '</title>'), /has no title/],
  'wider than a phone': [PAGE.replace('<!--BODY-->', '<div style="width: 900px">wide</div>'), /on a phone it is/, 'phone'],
};

test('a right page passes and leaves its pictures', async () => {
  assert.deepEqual(await problemsOf(PAGE), []);
  for (const end of ['-light.png', '-light-whole.png', '-dark.png', '-dark-whole.png', '-phone.png', '-print.png', '.pdf']) {
    assert.ok(fs.statSync(path.join(folder, `shot${end}`)).size > 1000, end);
  }
});

for (const [name, [html, expected, view]] of Object.entries(planted)) {
  test(`${name} is found`, async () => {
    const problems = await problemsOf(html, [view ?? 'light']);
    assert.ok(problems.some((problem) => expected.test(problem)), `not found; found: ${problems.join(' | ') || 'nothing'}`);
  });
}
