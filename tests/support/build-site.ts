/** Once, before the workers start their servers side by side. */
export default async function buildSite() {
  const { build } = await import(new URL('../../scripts/set-up.js', import.meta.url).href)
  await build()
}
