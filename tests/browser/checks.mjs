// What a report file has to be, in a browser: complete without a network, free of errors, readable by everybody, small.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const axeSource = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const MAX_BYTES = 2 * 1000 * 1000;

export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-default-apps', '--metrics-recording-only'];

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(':');
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

// Opens the file in a page of its own and gathers all that must not happen on the way.
async function open(browser, file, options, problems) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const own = pathToFileURL(file).href;
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.split('#')[0] === own || url.startsWith('data:') || url.startsWith('blob:')) return route.continue();
    problems.add(`asks for ${url.slice(0, 200)}`);
    return route.abort();
  });
  page.on('websocket', (socket) => problems.add(`opens a socket to ${socket.url()}`));
  page.on('pageerror', (error) => problems.add(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.add(`console error: ${message.text().slice(0, 300)}`);
  });
  await page.goto(own, { waitUntil: 'load' });
  await page.waitForTimeout(300); // charts draw after the load
  return { context, page };
}

async function accessibility(page, scheme, problems) {
  await page.evaluate(axeSource);
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  for (const violation of result.violations) {
    if (violation.impact !== 'serious' && violation.impact !== 'critical') continue;
    const node = violation.nodes[0];
    problems.add(`${scheme}: ${violation.id} (${violation.impact}, ${violation.nodes.length} places), first ${node.target.join(' ')}: `
      + `${node.failureSummary.replaceAll('\n', ' ').slice(0, 300)}`);
  }
}

async function desktop(browser, file, scheme, shots, problems) {
  const { context, page } = await open(browser, file, { viewport: DESKTOP, colorScheme: scheme }, problems);
  const title = await page.title();
  if (title.trim() === '') problems.add('has no title');
  await accessibility(page, scheme, problems);
  await page.screenshot({ path: `${shots}-${scheme}.png` });
  await page.screenshot({ path: `${shots}-${scheme}-whole.png`, fullPage: true });
  await context.close();
}

// The innermost elements that reach past the window, as one would find them in the source.
function tooWide(width) {
  const beyond = (element) => element.getBoundingClientRect().right > width + 1;
  const scrolls = (element) => element !== null && (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => beyond(element) && !scrolls(element.parentElement) && ![...element.children].some(beyond))
    .map((element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">${element.textContent.trim().slice(0, 40)}`);
}

async function phone(browser, file, shots, problems) {
  const { context, page } = await open(browser, file, { viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true }, problems);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > PHONE.width) {
    const culprits = await page.evaluate(tooWide, PHONE.width);
    problems.add(`on a phone it is ${width} px wide, ${width - PHONE.width} px too many: ${culprits.slice(0, 3).join(' | ')}`);
  }
  await page.screenshot({ path: `${shots}-phone.png`, fullPage: true });
  await context.close();
}

async function printed(browser, file, shots, problems) {
  const { context, page } = await open(browser, file, { viewport: DESKTOP, colorScheme: 'dark' }, problems);
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: `${shots}-print.png`, fullPage: true });
  await page.pdf({ path: `${shots}.pdf`, format: 'A4', printBackground: true });
  await context.close();
}

export const VIEWS = {
  light: (browser, file, shots, problems) => desktop(browser, file, 'light', shots, problems),
  dark: (browser, file, shots, problems) => desktop(browser, file, 'dark', shots, problems),
  phone,
  print: printed,
};

// The problems of one report, each a line; none where all is well. Pictures go to SHOTS-*.png and SHOTS.pdf.
export async function check(browser, file, shots, views = Object.keys(VIEWS)) {
  const problems = new Set();
  const bytes = fs.statSync(file).size;
  if (bytes >= MAX_BYTES) problems.add(`${bytes} bytes; a report stays under ${MAX_BYTES}`);
  fs.mkdirSync(path.dirname(shots), { recursive: true });
  for (const view of views) await VIEWS[view](browser, file, shots, problems);
  return [...problems];
}
