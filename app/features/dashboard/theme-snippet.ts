const KEPT_DAYS = 30

/**
 * A snippet for a Shopify theme: keeps a click's id with the cart, and reports that the click arrived and led to a
 * cart.
 */
export const themeSnippet = (siteUrl: string): string => `<script>
(function () {
  var key = 'wtf_cid', most = ${KEPT_DAYS} * 86400000
  var given = new URLSearchParams(location.search).get(key)
  var isNew = /^wc_[0-9A-Z]{26}$/.test(given || '')
  try {
    if (isNew) localStorage.setItem(key, given + ' ' + Date.now())
    var kept = (localStorage.getItem(key) || '').split(' ')
    var id = Date.now() - kept[1] < most ? kept[0] : ''
    if (!id) return
    var tell = function (kind) {
      fetch('${siteUrl}/api/v1/signals/' + kind + '?wtf_cid=' + id, { keepalive: true }).catch(function () {})
    }
    if (isNew) tell('landed')
    if (isNew || !sessionStorage.getItem(key)) {
      sessionStorage.setItem(key, '1')
      fetch('/cart/update.js', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ attributes: { wtf_cid: id } })
      })
    }
    new PerformanceObserver(function (list) {
      if (list.getEntries().some(function (e) { return e.name.indexOf('/cart/add') > 0 })) tell('cart')
    }).observe({ type: 'resource', buffered: true })
    document.addEventListener('submit', function (e) {
      if (String(e.target.action).indexOf('/cart/add') > 0) tell('cart')
    })
  } catch (e) {}
})()
</script>`
