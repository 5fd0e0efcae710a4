/** The name of a language in another one: `de` is "German". A tag that has no name stays as it is. */
export const languageName = (tag: string, inLanguage: string): string =>
  /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag)
    ? (new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag) ?? tag)
    : tag;
