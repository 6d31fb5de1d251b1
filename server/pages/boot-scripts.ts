import first from '#site/boot/first-script.ts?inline-script'
import wakeLoader from '#site/boot/wake-loader.ts?inline-script'

/** As they stand in every page: bundled and minified, by scripts/bundled-text.ts. */
export const bootScripts = { first, wakeLoader }
