/** How the server writes scripts that are to run later, and where the wake loader finds them. */
export const DEFERRED_TYPE = 'deferred/script'
/** On a deferred script: it is a module. */
export const MODULE_ATTRIBUTE = 'data-module'
/** On the module: every file that it loads, directly or not. */
export const FILES_ATTRIBUTE = 'data-files'
/** On a script of the page that is not deferred. */
export const IMMEDIATE_ATTRIBUTE = 'data-immediate'
