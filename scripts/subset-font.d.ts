declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'truetype'
    variationAxes: Record<string, number>
    keepFeatures: string[]
    dropTables: string[]
  }
  export default function subsetFont(font: Uint8Array, text: string, options: SubsetOptions): Promise<Uint8Array>
}
