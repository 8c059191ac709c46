import { paths } from '#app/lib/paths.ts'

/** Returns schema.org data of the site: its name and its search. @param home the site's URL with a trailing slash */
export const homeStructuredData = (home: string): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${home}#us`,
      name: 'WTF',
      url: home,
      logo: new URL('/icons/icon-512.png', home).href,
    },
    {
      '@type': 'WebSite',
      name: 'WTF',
      url: home,
      publisher: { '@id': `${home}#us` },
      potentialAction: {
        '@type': 'SearchAction',
        // The braces must not be encoded.
        target: { '@type': 'EntryPoint', urlTemplate: `${new URL(paths.allProducts(), home).href}&q={words}` },
        'query-input': 'required name=words',
      },
    },
  ],
})
