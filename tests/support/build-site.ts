/** Builds once, before workers start their servers. */
export default async function buildSite() {
  const { build } = await import(new URL('../../scripts/set-up.js', import.meta.url).href)
  await build()
}
