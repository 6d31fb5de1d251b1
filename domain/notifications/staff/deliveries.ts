/** By mail. The bell has every notification. */
export const DELIVERIES = ['at-once', 'digest', 'nothing'] as const
export type Delivery = (typeof DELIVERIES)[number]
