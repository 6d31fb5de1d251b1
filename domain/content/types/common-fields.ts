import * as z from 'zod'
import { sharedField } from './definition.ts'

/** Messages continue "description.ar …". */

export const whole = (min: number, max: number) => z.int().min(min).max(max)

export const country = z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters')

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 17:00')

const MAX_SLUG_LENGTH = 60

/** The word in a record's address, which editors may change. */
export const slug = sharedField('plain', {
  maxLength: MAX_SLUG_LENGTH,
  rule: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and digits, with hyphens between them')
    .max(MAX_SLUG_LENGTH),
  unique: { message: 'is the word of another record too', check: 'slugTaken' },
  inPreview: 'draft',
})
