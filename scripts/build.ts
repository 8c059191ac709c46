// npm run build: runs the build steps of npm start in advance, so that npm start is fast and does not write here.
import { ensureBuilt } from './prepare.ts'

ensureBuilt()
