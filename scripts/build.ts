// npm run build: runs npm start's build steps in advance, so that npm start is fast and writes nothing here.
import { ensureBuilt } from './prepare.ts'

ensureBuilt()
