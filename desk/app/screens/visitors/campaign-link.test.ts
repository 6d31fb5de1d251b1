import { expect, test } from 'vitest'
import { campaignLink } from './campaign-link.ts'

const homes = { en: 'https://nuqta.example/', ar: 'https://nuqta.example/ar' }
const linkOf = (changes: object) =>
  campaignLink({ page: '/fair', language: 'en', source: 'LinkedIn', campaign: 'Fair 2027', ...changes }, homes)

test.each([
  [{}, 'https://nuqta.example/fair?utm_source=linkedin&utm_campaign=fair+2027'],
  [{ language: 'ar' }, 'https://nuqta.example/ar/fair?utm_source=linkedin&utm_campaign=fair+2027'],
  [{ page: '/' }, 'https://nuqta.example/?utm_source=linkedin&utm_campaign=fair+2027'],
  [{ page: ' jobs ' }, 'https://nuqta.example/jobs?utm_source=linkedin&utm_campaign=fair+2027'],
  [
    { page: '/blog-details?note=loading&utm_source=x' },
    'https://nuqta.example/blog-details?note=loading&utm_source=linkedin&utm_campaign=fair+2027',
  ],
  [{ page: 'https://nuqta.example/ar/jobs' }, 'https://nuqta.example/jobs?utm_source=linkedin&utm_campaign=fair+2027'],
  [{ page: '/ar', language: 'ar' }, 'https://nuqta.example/ar?utm_source=linkedin&utm_campaign=fair+2027'],
  [{ page: '/art' }, 'https://nuqta.example/art?utm_source=linkedin&utm_campaign=fair+2027'],
  [
    { campaign: 'معرض&x=1#y' },
    'https://nuqta.example/fair?utm_source=linkedin&utm_campaign=%D9%85%D8%B9%D8%B1%D8%B6%26x%3D1%23y',
  ],
])('%j makes %s', (changes, link) => expect(linkOf(changes)).toEqual({ link }))

test.each([
  [{ page: '' }, 'needed'],
  [{ source: ' ' }, 'needed'],
  [{ campaign: '' }, 'needed'],
  [{ page: 'https://other.example/' }, 'otherSite'],
  [{ page: '//other.example/jobs' }, 'otherSite'],
  [{ page: 'javascript:alert(1)' }, 'otherSite'],
  [{ page: 'https://' }, 'otherSite'],
  [{ campaign: 'mona@mail.example' }, 'notCounted'],
  [{ source: '01012345678' }, 'notCounted'],
  [{ source: '\u200f' }, 'notCounted'],
])('%j is refused as %s', (changes, fault) => expect(linkOf(changes)).toEqual({ fault }))
