import * as z from 'zod'
import type { ContactInfo } from '#contract/entities.ts'
import { country } from './common-fields.ts'
import { defineType, sentence, sharedField, shortText, translatedField } from './definition.ts'

const chatPhone = sharedField('phone', {
  maxLength: 15,
  rule: z.string().regex(/^\d{8,15}$/, 'must be digits only, with the country code'),
})

export const contactInfo = defineType({
  type: 'contact-info',
  records: 'single',
  titleField: 'address',
  page: '/contact',
  endpoints: { all: 'contactInfo' },
  fields: {
    phone: sharedField('phone', { maxLength: 40 }),
    email: sharedField('mail', { maxLength: 254 }),
    address: sentence(120),
    opening_hours: sharedField('hours'),
    time_zone: sharedField('time-zone', { maxLength: 64 }),
    chat_phone: chatPhone,
    footer_chat_phone: chatPhone,
    social_link_names: translatedField('list', { at: ['social_links', '*', 'name'], maxLength: 200 }),
    social_link_urls: sharedField('links', { at: ['social_links', '*', 'url'], maxLength: 400 }),
    map_url: sharedField('link', { maxLength: 2000 }),
    country: sharedField('plain', { maxLength: 2, rule: country }),
    city: shortText(),
  },
  // In the order of the API, which other programs compare byte by byte.
  shape: ({ social_link_names: names, social_link_urls: urls, ...info }): ContactInfo => ({
    phone: info.phone,
    email: info.email,
    address: info.address,
    city: info.city,
    country: info.country,
    opening_hours: info.opening_hours,
    time_zone: info.time_zone,
    chat_phone: info.chat_phone,
    footer_chat_phone: info.footer_chat_phone,
    social_links: urls.map((url, index) => ({ name: names[index] ?? '', url })),
    map_url: info.map_url,
  }),
})
