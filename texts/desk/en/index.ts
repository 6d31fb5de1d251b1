export * from './first.ts'
export * from './later.ts'
