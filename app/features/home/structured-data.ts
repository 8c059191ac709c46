import { paths } from '#app/lib/paths.ts'

/** schema.org data of the site: who it is, and how it is searched. @param home its address, with a slash at the end */
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
        // The braces stand as they are.
        target: { '@type': 'EntryPoint', urlTemplate: `${new URL(paths.allProducts(), home).href}&q={words}` },
        'query-input': 'required name=words',
      },
    },
  ],
})
