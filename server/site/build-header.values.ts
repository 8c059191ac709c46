/** The header of a page's data with the version of the build that rendered it. */
export const BUILD_HEADER = 'x-build'
