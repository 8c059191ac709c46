import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHtml } from './parse-html.ts'

describe('parseHtml', () => {
  test.each([
    ['Plain words. ', 'Plain words.'],
    ['<p>Plain   words</p>', 'Plain words'],
    ['Salt &amp; pepper, 5 &lt; 6 &eacute;&nbsp;&#8217;', 'Salt & pepper, 5 < 6 é ’'],
    ['5 < 6 & 7 > 3', '5 < 6 & 7 > 3'],
    ['<div><span style="color:red">Red</span></div>', 'Red'],
    ['', ''],
    ['<p>&nbsp;</p>', ''],
  ])('reads %j as plain text', (body, text) => expect(parseHtml(body)).toEqual({ text, html: null }))

  test('keeps formatting as HTML if plain text cannot express it', () => {
    expect(
      parseHtml('<h1 class="x">Care</h1><p>Wash <b>cold</b>.</p><ul><li>Wool</li><li>Silk &amp; more</li></ul>'),
    ).toEqual({
      text: 'Care\nWash cold.\nWool\nSilk & more',
      html: '<h3>Care</h3><p>Wash <strong>cold</strong>.</p><ul><li>Wool</li><li>Silk &amp; more</li></ul>',
    })
  })

  test('separates blocks, even if it drops their tags', () => {
    expect(parseHtml('<section>One</section><section>Two</section>').text).toBe('One\nTwo')
    expect(parseHtml('One<br>Two<br/>Three').text).toBe('One\nTwo\nThree')
    expect(parseHtml('<table><tr><td>Size</td><td>M</td></tr><tr><td>Length</td><td>70</td></tr></table>').text).toBe(
      'Size M\nLength 70',
    )
    expect(parseHtml('<dl><dt>Fabric</dt><dd>Wool</dd></dl>').text).toBe('Fabric\nWool')
  })

  test('escapes text only once, even if it is parsed again', () => {
    const once = parseHtml('<p>Tom &amp; Jerry</p><p>&lt;b&gt;</p>')
    expect(once).toEqual({ text: 'Tom & Jerry\n<b>', html: '<p>Tom &amp; Jerry</p><p>&lt;b&gt;</p>' })
    expect(parseHtml(once.html ?? '')).toEqual(once)
  })

  test.each([
    ['<script>alert(1)</script><p>a</p><p>b</p>'],
    ['<p>a</p><p><img src=x onerror=alert(1)>b</p>'],
    ['<p onclick="alert(1)">a</p><p>b</p>'],
    ['<p>a</p><a href="javascript:alert(1)">b</a><p>c</p>'],
    ['<p>a</p><svg><script>alert(1)</script></svg><p>b</p>'],
    ['<p>a</p><iframe srcdoc="<script>alert(1)</script>"></iframe><p>b</p>'],
    [
      '<p>a</p><math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math><p>b</p>',
    ],
    ['<p>a</p><style>@import "//evil.example"</style><p style="background:url(//evil.example)">b</p>'],
    ['<p>a</p><scr<script>ipt>alert(1)</scr</script>ipt><p>b</p>'],
    ['<p>a</p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><p>b</p>'],
    [
      '<p>a</p><form action="//evil.example"><input name=q><button formaction="javascript:alert(1)">x</button></form><p>b</p>',
    ],
    ['<p>a</p><!--<img src="--><img src=x onerror=alert(1)//">--><p>b</p>'],
    ['<p>a</p><![CDATA[<img src=x onerror=alert(1)>]]><p>b</p>'],
    ['<p>a</p>&lt;img src=x onerror=alert(1)&gt;<p>b</p>'],
    ['<p>a</p><b\u0000 onmouseover=alert(1)>b</b><p>c</p>'],
    ['<p>a</p><base href="//evil.example"><meta http-equiv=refresh content="0;url=//evil.example"><p>b</p>'],
  ])('removes %s', (body) => {
    const { html } = parseHtml(body)
    expect(html).not.toBeNull()
    expect(
      html?.replace(
        /<\/?(?:p|div|strong|em|h3|ul|ol|li|br|hr|table|tbody|thead|tr|td|th|blockquote|sub|sup)(?: \/)?>/g,
        '',
      ),
    ).not.toContain('<')
  })

  test('leaves only allowed tags without attributes, for any input', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b x="',
        '">',
        '<img src=x onerror=1>',
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '&lt;',
        '&#60;',
        '<a href=',
        "'",
        '<svg/onload=1>',
        '<li>',
        '\n',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const { html, text } = parseHtml(pieces.join(''))
        expect((html ?? '').replace(/<\/?[a-z0-9]+(?: \/)?>/g, '')).not.toMatch(/[<>]/)
        expect(html ?? '').not.toMatch(/<\/?(?:script|img|svg|a|style|iframe)\b/)
        expect(text).toBe(text.trim())
      }),
      { numRuns: 2_000 },
    )
  })

  test('handles deep nesting and long texts', () => {
    const started = performance.now()
    expect(parseHtml('<div>'.repeat(10_000) + 'deep' + '</div>'.repeat(10_000)).text).toBe('deep')
    expect(parseHtml('<b>'.repeat(10_000) + 'deep').text).toBe('deep')
    expect(parseHtml('<'.repeat(50_000)).html).toBeNull()
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
