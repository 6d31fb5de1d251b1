import * as z from 'zod'
import { defineType, points, sentence, sharedField, shortText } from './definition.ts'

export const prices = defineType({
  type: 'prices',
  records: 'unnumbered',
  titleField: 'name',
  page: '/pricing',
  fields: {
    name: shortText(24),
    dollars_a_month: sharedField('number', { rule: z.number().min(0).max(5000), inPreview: 1 }),
    is_most_chosen: sharedField('yes-no', { optional: true, onlyOne: { check: 'mostChosenTaken' } }),
    audience: sentence(60),
    features: points,
  },
  pageContent: (prices) => ({
    prices: prices.map(({ name, audience, features, dollars_a_month, is_most_chosen }) => ({
      name,
      audience,
      features,
      dollarsAMonth: dollars_a_month,
      isMostChosen: is_most_chosen === true,
    })),
  }),
})
