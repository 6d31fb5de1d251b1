/**
 * Only programs that run the page's script are counted at all, so these words name crawlers, previewers and monitors that
 * drive a browser and say so. Every browser begins like Mozilla; an address in the name belongs to a program.
 */
const BOTS =
  /^(?!mozilla\/|opera\/)|(?<!cu)bot(?![a-z])|crawl|spider|slurp|headless|lighthouse|pagespeed|gtmetrix|pingdom|uptime|monitor|preview|archiver|validator|phantom|puppeteer|playwright|selenium|mediapartners|google-(?:inspection|read)|https?:/i

export const isBot = (userAgent: string) => BOTS.test(userAgent)
