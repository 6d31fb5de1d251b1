/** Attributes that the server writes on deferred scripts and the wake loader reads. */
export const DEFERRED_TYPE = 'deferred/script'
export const MODULE_ATTRIBUTE = 'data-module'
export const FILES_ATTRIBUTE = 'data-files'
export const IMMEDIATE_ATTRIBUTE = 'data-immediate'
