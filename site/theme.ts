/** The name under which the visitor's theme is kept in local storage, and of the switch that chooses it. */
export const THEME_KEY = 'theme'
