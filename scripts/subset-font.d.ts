declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    variationAxes: Record<string, number>
  }
  export default function subsetFont(font: Uint8Array, text: string, options: SubsetOptions): Promise<Uint8Array>
}
