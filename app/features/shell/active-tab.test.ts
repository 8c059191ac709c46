import { describe, expect, test } from 'vitest'
import { activeTab } from './active-tab.ts'

describe('activeTab', () => {
  test.each([
    ['/', '', 'home'],
    ['/home', '', 'home'],
    ['/discover', '?all=true', 'discover'],
    ['/discover/', '?sort=newest&all=true', 'discover'],
    ['/discover', '', 'search'],
    ['/discover', '?category=dresses', 'search'],
    ['/wishlist', '', 'wishlist'],
    ['/settings', '', 'account'],
    ['/settings/privacy', '', 'account'],
    ['/login', '', 'login'],
    ['/settingsx', '', null],
    ['/product/1', '?all=true', null],
    ['/wishlist/toggle', '', null],
  ])('of %s%s is %s', (pathname, search, expected) => expect(activeTab(pathname, search)).toBe(expected))
})
