import { sharedField, translatedField } from './definition.ts'

const optional = true
const standsAlone = true

/** For every type whose records have pages; the site's own pages require both texts. A blank value leaves the page as it is. The desk measures both texts. */
export const searchAndShare = {
  search_title: translatedField('plain', { at: ['search', 'title'], maxLength: 120, optional, standsAlone }),
  search_description: translatedField('plain', {
    at: ['search', 'description'],
    maxLength: 320,
    optional,
    standsAlone,
  }),
  share_picture: sharedField('picture', { at: ['search', 'picture'], optional, standsAlone }),
  is_unlisted: sharedField('yes-no', { at: ['search', 'is_unlisted'], optional, standsAlone }),
}

export const SEARCH_FIELDS = Object.keys(searchAndShare) as (keyof typeof searchAndShare)[]
