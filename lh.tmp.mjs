import lighthouse from 'lighthouse'
import { launch } from 'chrome-launcher'
const chrome = await launch({ chromePath: '/usr/bin/chromium', chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })
const r = await lighthouse('http://127.0.0.1:4200/', { port: chrome.port, onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'], logLevel: 'silent', output: 'json' })
console.log(r.lhr.runtimeError, Object.fromEntries(Object.entries(r.lhr.categories).map(([k, v]) => [k, v.score])), r.lhr.audits['largest-contentful-paint'].displayValue, r.lhr.audits['total-blocking-time'].displayValue)
await chrome.kill()
