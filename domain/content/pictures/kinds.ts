/** By the first bytes: name and announced type prove nothing. */
type FileKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif' | 'svg' | 'other'

const ACCEPTED: readonly FileKind[] = ['jpeg', 'png', 'webp', 'avif']

export const isAccepted = (kind: FileKind) => ACCEPTED.includes(kind)

const BEGINNING_BYTES = 1024
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/
const AVIF_BRANDS = /^avi[fs]$/

export function kindOf(bytes: Uint8Array): FileKind {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BEGINNING_BYTES))
  const text = beginning.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.slice(4, 8) === 'ftyp') return kindByBrands(text)
  if (/<svg[\s>]/i.test(text)) return 'svg'
  return 'other'
}

/** AVIF and HEIC share a container; its list of brands tells them apart. */
function kindByBrands(text: string): FileKind {
  const length = Math.min(Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE(0), BEGINNING_BYTES)
  const brands = [text.slice(8, 12)]
  for (let at = 16; at + 4 <= length; at += 4) brands.push(text.slice(at, at + 4))
  if (brands.some((brand) => AVIF_BRANDS.test(brand))) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.test(brand)) ? 'heic' : 'other'
}
