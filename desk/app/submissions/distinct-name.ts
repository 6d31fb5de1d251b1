interface Named {
  name: string
  reference: string
}

/** Where two people in a list have one name, each is named with its reference. */
export const distinctName = ({ name, reference }: Named, listed: readonly Named[]): string =>
  listed.some((other) => other.name === name && other.reference !== reference)
    ? `${name}, \u2066${reference}\u2069`
    : name
