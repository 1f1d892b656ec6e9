#!/usr/bin/env node
// Checks HTML reports in Debian's Chromium and leaves pictures of them:
//   node tests/browser/run.mjs [--shots=build/screenshots] REPORT.html...
// Exits 1 and names what is wrong; checks.mjs says what is looked at.
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { FLAGS, check, findChromium } from './checks.mjs';

const words = process.argv.slice(2);
const shotsFlag = words.find((word) => word.startsWith('--shots='));
const shots = path.resolve(shotsFlag ? shotsFlag.slice('--shots='.length) : 'build/screenshots');
const files = words.filter((word) => !word.startsWith('--')).map((word) => path.resolve(word));
const executablePath = findChromium();

if (files.length === 0 || executablePath === undefined || !files.every((file) => fs.existsSync(file))) {
  console.error(`needs reports that exist, and chromium (${executablePath ?? 'not found'}): ${files.join(' ') || 'none given'}`);
  process.exit(2);
}

// report.html in many folders: the folder tells them apart.
const nameOf = (file) => `${path.basename(path.dirname(file))}-${path.basename(file, '.html')}`;

const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
let failed = 0;
for (const file of files) {
  const problems = await check(browser, file, path.join(shots, nameOf(file)));
  if (problems.length > 0) {
    failed += 1;
    console.log(`FAILED ${file}\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}
await browser.close();
console.log(`reports in a browser: ${files.length - failed} passed, ${failed} failed; pictures in ${shots}`);
process.exit(failed > 0 ? 1 : 0);
