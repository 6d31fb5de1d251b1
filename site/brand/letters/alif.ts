/** The letter alif, Alyamama 600; its height is the measure of every other letter. */
export const alifLetter = 'M82 0v-562l73-95h12v538l-58 119z'
export const alifHeight = 657
