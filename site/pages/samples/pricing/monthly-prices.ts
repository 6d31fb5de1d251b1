/** In dollars. */
export const MONTHLY_PRICES = { STANDARD: 69.99, ECONOMY: 79.99, EXECUTIVE: 89.99 } as const
