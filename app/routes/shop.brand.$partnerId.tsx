export { default, loader, meta } from './brand.$partnerId.tsx'
