import type { DemoPartner } from '../demo.types.ts'

/**
 * The fictional brands of the demo. Their hosts use the reserved `.example`, and their phone numbers are in ranges that
 * regulators in the United Kingdom, the United States, Germany and France reserve for fiction.
 */
export const PARTNERS: DemoPartner[] = [
  {
    key: 'oswick-and-dray',
    businessName: 'Oswick & Dray',
    websiteUrl: 'https://www.oswickanddray.example',
    email: 'counter@oswickanddray.example',
    phone: '+44 20 7946 0127',
    contactPerson: 'Imogen Oswick',
    businessAddress: '14 Cutler Yard, London EC1V 0ZZ, United Kingdom',
    country: 'GB',
    businessType: 'manufacturer',
    currency: 'GBP',
    ethos: 'Tailoring that has been fitted before you meet it.',
    heroTitle: 'Cut on the second floor, worn on every street',
    heroSubtitle: 'Coats, jackets and trousers from a London workroom that still chalks its patterns by hand.',
    storeDescription:
      'A London tailoring house for women and men: wool coats, trench coats, blazers, shirts and trousers in English and Italian cloth, with alterations explained on every label.',
    aboutSection:
      'Oswick & Dray began with two cutters sharing one table above a print shop. We still draft every block ourselves, and we still argue about lapels. Our cloth comes from four mills that we can reach by train, apart from the summer wools, which we buy in Biella because they are simply better there. Each jacket has a half-canvassed chest, a pick-stitched edge and enough turnings left inside for a good tailor to let it out. We name our pieces after the streets where we first saw someone wear them well. If yours does not sit right across the shoulder, send it back to the workroom; that is the one thing no one can alter.',
    shippingPolicy:
      'Free tracked delivery within the United Kingdom on orders over £150, otherwise £6. Coats and suits travel on a hanger in a recyclable box. Europe £14, rest of the world £25, duties shown before you pay.',
    returnsDays: 28,
    returnsPolicy:
      'Send anything unworn back within 28 days; the label is in the box and the collection is free in the United Kingdom. Altered pieces cannot be returned. The first hem or sleeve alteration is on us.',
    palette: { grounds: ['#cbc3b4', '#a9a293', '#dcd6c9', '#3a3d3a', '#28302f'], ink: '#1d211f', accent: '#7a2e2b' },
    platform: 'shopify',
    weight: 10,
  },
  {
    key: 'linhavento',
    businessName: 'Linhavento',
    websiteUrl: 'https://www.linhavento.example',
    email: 'ola@linhavento.example',
    phone: '+44 20 7946 0318',
    contactPerson: 'Beatriz Sarmelo',
    businessAddress: 'Travessa do Fio Branco 6, 1200-000 Lisboa, Portugal',
    country: 'PT',
    businessType: 'manufacturer',
    currency: 'EUR',
    ethos: 'Linen for long lunches and open windows.',
    heroTitle: 'Let the window stay open',
    heroSubtitle: 'Washed linen dresses, shirts and trousers, cut and sewn in Lisbon.',
    storeDescription:
      'A Lisbon studio that works in linen and very little else: loose dresses, shirts, wide trousers and skirts, washed soft before they leave us and dyed in the colours of plaster, tile and dry grass.',
    aboutSection:
      'We are nine people and one very loud washing machine. Our flax is grown in Normandy, spun in the north of Portugal and woven for us near Guimarães; then it comes to our studio in Lisbon, where we cut it, sew it and wash it until it stops behaving like paper. We do not iron our samples, and we would rather you did not iron your dress. Colours are mixed in small vats, so a new batch of sage may be a little quieter than the last. When we run out of a cloth we say so and move on to the next one. Summer is long here, and there is always another lunch.',
    shippingPolicy:
      'We post on Tuesdays and Fridays. Portugal and Spain €4, the rest of the European Union €8, free from €120. The United Kingdom €12 with taxes paid by us; elsewhere €20.',
    returnsDays: 30,
    returnsPolicy: 'Write to us first, so that we can suggest a swap; return postage inside the European Union is €5.',
    palette: { grounds: ['#e7d9c2', '#d8bfa0', '#c9cdb8', '#b9c7c6', '#8a5a44'], ink: '#3b2c22', accent: '#3f7d8c' },
    platform: 'shopify',
    weight: 9,
  },
  {
    key: 'lowstoop',
    businessName: 'lowstoop',
    websiteUrl: 'https://lowstoop.example',
    email: 'yo@lowstoop.example',
    phone: '+1 718-555-0142',
    contactPerson: 'Dante Okafor-Reyes',
    businessAddress: '88 Tanner Block, Brooklyn, NY 11200, United States',
    country: 'US',
    businessType: 'ecommerce',
    currency: 'USD',
    ethos: 'sit down. stay a while. dress for it.',
    heroTitle: 'made for the third step',
    heroSubtitle: 'heavyweight fleece, big pockets and hats, in small runs from brooklyn.',
    storeDescription:
      'streetwear from brooklyn: heavyweight tees, hoodies, carpenter pants, puffers, beanies and bags. boxy cuts, thick cotton, runs of two hundred, no restocks unless you ask nicely.',
    aboutSection:
      'lowstoop is four friends, one heat press and a block that never really goes quiet. we started by printing tees for the handball league, then people who had never held a racket wanted one. everything is cut boxy because that is how we grew up wearing it: one size up, shared with a brother. fleece is 480 grams, knit in pennsylvania, and it takes about six washes before it is really yours. we drop on thursdays. if a run sells out it is gone, and then we make something else. come by the shop, the door sticks, push hard.',
    shippingPolicy:
      'ships from brooklyn in 2 days. flat $7 in the us, free over $125. canada $15, everywhere else $25. we are not responsible for your roommate opening it.',
    returnsDays: 21,
    returnsPolicy: '21 days, unworn, tags on. refund or swap, your call. beanies and socks stay with you.',
    palette: { grounds: ['#b9b7b0', '#8d9097', '#5b4a7a', '#e0dcd0', '#26262a'], ink: '#111113', accent: '#f2542d' },
    platform: 'shopify',
    weight: 9,
  },
  {
    key: 'inverskerry-mill',
    businessName: 'Inverskerry Mill',
    websiteUrl: 'https://www.inverskerrymill.example',
    email: 'mill@inverskerrymill.example',
    phone: '+44 131 496 0184',
    contactPerson: 'Morag Tulloch-Baird',
    businessAddress: 'The Old Carding Shed, Inverskerry IV0 0ZZ, United Kingdom',
    country: 'GB',
    businessType: 'manufacturer',
    currency: 'GBP',
    ethos: 'Wool from the hill, knitted within sight of it.',
    heroTitle: 'Weather is what we knit for',
    heroSubtitle: 'Jumpers, cardigans, beanies and scarves in lambswool, cashmere and Shetland yarn.',
    storeDescription:
      'A small Scottish mill that spins, dyes and knits its own lambswool. Jumpers and cardigans that last for decades, hats and scarves for the walk to the bus, and a mending service for all of it.',
    aboutSection:
      'There has been a wheel turning at Inverskerry since the burn was dammed for it, and for the last thirty years the three of us have kept it going. We buy fleece from farms on both sides of the firth, card and spin it in the shed, and knit on frames that are older than our website by about a century. Linking is done by hand, stitch to stitch, which is why there is no ridge at the shoulder. Our colours come from the hill: heather, lichen, peat, bracken. Every piece is named after an island, since we can see four of them on a clear day. If a moth gets in, post it home and we will darn it.',
    shippingPolicy:
      'Parcels leave with the Wednesday and Friday van. United Kingdom £4.50, free over £100. Europe £12, North America £16, elsewhere £20.',
    returnsDays: 40,
    returnsPolicy:
      'Return or exchange within 40 days, unworn and unwashed. Repairs are free for the first five years and fairly priced afterwards.',
    palette: { grounds: ['#c8cbc4', '#a7b0ab', '#d9d2c3', '#56624f', '#3b3441'], ink: '#22302b', accent: '#8a4f7d' },
    platform: 'other',
    weight: 8,
  },
  {
    key: 'stilvejr',
    businessName: 'Stilvejr',
    websiteUrl: 'https://stilvejr.example',
    email: 'hello@stilvejr.example',
    phone: '+44 20 7946 0455',
    contactPerson: 'Asger Lindvang',
    businessAddress: 'Pakhuskaj 3, 2. sal, 1260 København K, Denmark',
    country: 'DK',
    businessType: 'ecommerce',
    currency: 'EUR',
    ethos: 'Outerwear with nothing left to remove.',
    heroTitle: 'Quiet outside. Dry inside.',
    heroSubtitle: 'Shells, insulation and layers for cities with weather. Designed in Copenhagen.',
    storeDescription:
      'Minimal outdoor clothing from Copenhagen. Taped shells, recycled insulation, merino layers and packs, in few colours and without visible logos. Made to cycle in, walk in and keep.',
    aboutSection:
      'Stilvejr means still weather, the kind we rarely get. We design outerwear for people who cycle to work through the other kind. A garment starts with eleven drawings and loses a pocket, a seam or a zip in each. What is left is tested on the harbour bridge in January by everyone in the office, including accounts. Our shells are free of fluorocarbons, our down is recycled and our merino is traceable to the station. We use one zip maker, two fabric mills and no prints at all, and we publish the list of spare parts. A broken slider should cost four euros, not a jacket.',
    shippingPolicy:
      'Carbon-reported delivery. Denmark and Germany €5, European Union €9, United Kingdom and Norway €14 including duties. Free over €200. Dispatched in one working day.',
    returnsDays: 30,
    returnsPolicy:
      '30 days. Wear it in the rain once; if it leaks we want it back. Return label €4, deducted from the refund.',
    palette: { grounds: ['#d3d7d8', '#b4bdc0', '#8c989c', '#e4e3de', '#2c3a42'], ink: '#15191b', accent: '#d9a400' },
    platform: 'shopify',
    weight: 8,
  },
  {
    key: 'calzavetta',
    businessName: 'Calzavetta',
    websiteUrl: 'https://www.calzavetta.example',
    email: 'bottega@calzavetta.example',
    phone: '+44 20 7946 0602',
    contactPerson: 'Fiorenza Calzavetta',
    businessAddress: 'Via dei Ciabattini 21, 20100 Milano MI, Italy',
    country: 'IT',
    businessType: 'manufacturer',
    currency: 'EUR',
    ethos: 'A shoe is architecture that has to dance.',
    heroTitle: 'Two hundred steps before the first step',
    heroSubtitle: 'Heels, loafers, boots and sandals, lasted by hand between Milan and Vigevano.',
    storeDescription:
      'Milanese shoemakers in the third generation. Heels that are balanced for walking, loafers that bend on the first day, boots that can be resoled. Calf, suede and patent from Tuscan tanneries.',
    aboutSection:
      'My grandfather carved lasts from hornbeam; my mother taught me to listen to a heel. A good one makes a low note on stone. At Calzavetta we make about sixty pairs a day, never more, with a workshop in Vigevano and a small bottega in Milan where you may try everything on and drink a coffee. Each model carries a woman’s name, because each began on the foot of someone we know. The leather is tanned in Santa Croce, the soles are stitched or cemented according to what the shoe must do, and the insoles are padded where you stand, not where it photographs. Resoling costs less than you fear. Bring them back.',
    shippingPolicy:
      'Courier delivery in two to four days. Italy free, European Union €12, free from €250. United Kingdom and Switzerland €18, duties included. United States €30.',
    returnsDays: 14,
    returnsPolicy:
      'Fourteen days from delivery, soles clean, in the box with its ribbon. Exchanges of size are free within the European Union.',
    palette: { grounds: ['#e3cfc4', '#c99f8f', '#d9c9a8', '#6b2f33', '#2f2a35'], ink: '#2a1618', accent: '#b3122f' },
    platform: 'other',
    weight: 8,
  },
  {
    key: 'wrenhallam',
    businessName: 'Wrenhallam',
    websiteUrl: 'https://www.wrenhallam.example',
    email: 'bench@wrenhallam.example',
    phone: '+44 121 496 0233',
    contactPerson: 'Priya Hallam',
    businessAddress: 'Unit 5, Assay Court, Birmingham B18 0ZZ, United Kingdom',
    country: 'GB',
    businessType: 'manufacturer',
    currency: 'GBP',
    ethos: 'Made at the bench, meant for every day.',
    heroTitle: 'Small things, properly made',
    heroSubtitle: 'Rings, necklaces, earrings and watches from a workshop in Birmingham.',
    storeDescription:
      'Fine and everyday jewellery from the Jewellery Quarter in Birmingham: recycled silver and 9-carat gold, hallmarked, with stones set by the two people who sign the card in the box.',
    aboutSection:
      'Wrenhallam is a workshop of six, up a staircase that smells of polish and toast. We melt recycled silver and gold, roll it, draw it and file it here, and walk each tray to be hallmarked down the road. Most of what we make is small and meant to be slept in: stacking rings, huggies, a chain that does not catch on knitwear. We keep the file marks inside the band because you should be able to see that somebody was there. Stones are modest and chosen by eye; a grey spinel can be lovelier than a diamond. Resizing in the first year is free, and so is a polish whenever you are passing.',
    shippingPolicy:
      'Everything goes by tracked and insured post in a box without plastic. United Kingdom free, Europe £9, United States and Canada £15. Made-to-order sizes take two weeks.',
    returnsDays: 30,
    returnsPolicy:
      'Return within 30 days if unworn. Earrings for pierced ears and engraved pieces are exempt. Resizing is free once in the first year.',
    palette: { grounds: ['#d9cfd0', '#b7a7b0', '#2f3b45', '#3d2f3f', '#e6dfd2'], ink: '#2b2230', accent: '#b08a3c' },
    platform: 'shopify',
    weight: 9,
  },
  {
    key: 'pettifers-daughter',
    businessName: 'Pettifer’s Daughter',
    websiteUrl: 'https://www.pettifersdaughter.example',
    email: 'letters@pettifersdaughter.example',
    phone: '+44 1632 960274',
    contactPerson: 'Winifred Pettifer-Shaw',
    businessAddress: '3 Bandstand Parade, Margate CT9 0ZZ, United Kingdom',
    country: 'GB',
    businessType: 'ecommerce',
    currency: 'GBP',
    ethos: 'Frocks with manners, and pockets.',
    heroTitle: 'Do come as you were',
    heroSubtitle: 'Tea dresses, swing skirts and blouses drawn from old patterns, with modern seams and real pockets.',
    storeDescription:
      'Dresses in the manner of the thirties, forties and fifties, made for now: side zips that behave, sizes that agree with each other, prints of our own and a pocket in every single one.',
    aboutSection:
      'Mr Pettifer sold dress patterns by post. His daughter kept the envelopes, all eleven hundred of them, in a wardrobe by the sea, and that wardrobe is our archive. We take a line we love, perhaps the yoke of a wartime tea dress or a bow from a 1954 housecoat, and redraw it for people who sit at desks and run for trains. Our prints are painted in Margate by Joan, who is seventy-one and will not do roses twice. The waists have a little stretch at the back. The pockets hold a telephone. And if a button comes off, there are two spares sewn inside the hem, as there ought to be.',
    shippingPolicy:
      'Second class £3, first class £5, free above £80. Overseas parcels from £11. Everything is wrapped in tissue and tied with a bit of ribbon you may keep.',
    returnsDays: 28,
    returnsPolicy:
      'A fortnight to make up your mind and another to post it back. Refunds go out the day we open the parcel.',
    palette: { grounds: ['#e9d3c8', '#cfdcd0', '#e8d9a9', '#a9bccb', '#5d2f3b'], ink: '#43202b', accent: '#c2453f' },
    platform: 'shopify',
    weight: 10,
  },
  {
    key: 'splitridge',
    businessName: 'Splitridge Running',
    websiteUrl: 'https://www.splitridge.example',
    email: 'support@splitridge.example',
    phone: '+1 303-555-0168',
    contactPerson: 'Marcus Ellerdine',
    businessAddress: '4100 Cutbank Road, Unit C, Boulder, CO 80300, United States',
    country: 'US',
    businessType: 'ecommerce',
    currency: 'USD',
    ethos: 'Weigh it. Run in it. Fix it.',
    heroTitle: 'Every gram has to climb too',
    heroSubtitle: 'Shoes, shells, tights and packs tested above eight thousand feet.',
    storeDescription:
      'Technical running kit from Boulder, Colorado. We publish the weight, stack, drop and fabric of everything that we make, and what broke in testing before you could buy it.',
    aboutSection:
      'Splitridge started as a spreadsheet. Two ultrarunners and a materials engineer logged every failure of every piece of kit for three seasons: blown seams, flooded shoes, zips that froze at mile sixty. Then we built the list backward. Every product has a job, a target weight and a field team of twenty who are paid to wreck it. We bond seams where they rub and stitch them where they pull. Shoes are tested to 500 miles, shells to 20 washes, and the numbers are on the page whether they flatter us or not. We would rather lose a sale than a runner. Run far, carry less, and tell us what broke.',
    shippingPolicy:
      'Free ground shipping in the US over $75, otherwise $6. Two-day $15. Canada $14, EU and UK $22 with duties prepaid. Orders before noon Mountain Time ship the same day.',
    returnsDays: 45,
    returnsPolicy:
      'Run in it for 45 days. If it does not work, send it back for a refund or credit. We clean, repair and donate what returns.',
    palette: { grounds: ['#c7d0d6', '#9fb0a7', '#2b3440', '#d9d5c9', '#3f4f5c'], ink: '#10161d', accent: '#ff5a1f' },
    platform: 'shopify',
    weight: 10,
  },
  {
    key: 'tuesday-drawer',
    businessName: 'Tuesday Drawer',
    websiteUrl: 'https://www.tuesdaydrawer.example',
    email: 'help@tuesdaydrawer.example',
    phone: '+44 161 496 0391',
    contactPerson: 'Callum Birtwell',
    businessAddress: 'Mill Floor 2, 70 Shuttle Street, Manchester M4 0ZZ, United Kingdom',
    country: 'GB',
    businessType: 'retail',
    currency: 'GBP',
    ethos: 'The clothes you reach for first.',
    heroTitle: 'Good basics. Fair prices. That is the whole idea.',
    heroSubtitle: 'T-shirts from £12, jeans from £32, and nothing that needs explaining.',
    storeDescription:
      'Everyday basics for women and men from Manchester: organic cotton T-shirts, jeans, jumpers, underwear sets and trainers at prices you can repeat. The same fit each season, in the colours people wear.',
    aboutSection:
      'You know the drawer. It is the one you open on a Tuesday, when nothing special is happening and you would still like to look all right. We fill it. Our T-shirts come in three weights and one very good neckline. Our jeans keep the same fit codes from year to year, so you can reorder without trying them on. We keep prices down by making a lot of few things, skipping the glossy campaigns and shipping in plain bags. Cotton is organic, mills are listed on the site, and if something shrinks we replace it. No stories about lighthouses. Just a decent T-shirt, and then another one when that wears out.',
    shippingPolicy: 'UK standard £2.95, free over £40. Next day £4.95 if ordered by 8 pm. Ireland and Europe £7.95.',
    returnsDays: 60,
    returnsPolicy:
      'Free UK returns for 60 days by drop-off. Wash it once to check the size; if it changed shape, it goes back.',
    palette: { grounds: ['#d5dbe3', '#e6e0d5', '#c3d1c6', '#e9cfc4', '#36465c'], ink: '#1c2733', accent: '#2f6fed' },
    platform: 'shopify',
    weight: 15,
  },
  {
    key: 'seitenfluegel-vier',
    businessName: 'Seitenflügel Vier',
    websiteUrl: 'https://www.seitenfluegel-vier.example',
    email: 'laden@seitenfluegel-vier.example',
    phone: '+49 30 23125 417',
    contactPerson: 'Jonas Wendlaff',
    businessAddress: 'Lindenhof 4, Seitenflügel, 2. OG, 10999 Berlin, Germany',
    country: 'DE',
    businessType: 'retail',
    currency: 'EUR',
    ethos: 'Five labels, one staircase, no music.',
    heroTitle: 'Ring twice, second floor',
    heroSubtitle:
      'A Berlin boutique for five independent labels: sculptural coats, black denim, quiet knitwear, strange bags.',
    storeDescription:
      'A multi-brand boutique in a Berlin side wing. We carry Vennmark, Studio Ruhig, Okergrau, Nachtzug Nord and Falkenmühl: from the €65 T-shirt to the €1,900 coat, chosen piece by piece.',
    aboutSection:
      'To find us you cross the first courtyard, ignore the bicycle graveyard and climb to the second floor of the side wing. We opened in what used to be a button factory with one rail and one label; now there are five rails and five labels. Vennmark cuts coats like furniture. Studio Ruhig knits without seams. Okergrau dyes with earth and makes shoes. Nachtzug Nord is black, mostly. Falkenmühl makes bags that stand by themselves. We order few pieces and know where each one went. There is a mirror with honest light, a chair for your companion and a kettle. Nobody will tell you that it suits you unless it does.',
    shippingPolicy:
      'Germany €6, free from €150. European Union €14. United Kingdom, Switzerland and Norway €22, customs on the buyer. Berlin by bicycle courier on the same day, €9.',
    returnsDays: 14,
    returnsPolicy:
      '14 days, unworn, with all labels attached. Refunds to the original means of payment. Reduced pieces: exchange or credit only.',
    palette: { grounds: ['#c4c1bd', '#96948f', '#d6d0dc', '#1f1f24', '#4a4652'], ink: '#121214', accent: '#5a3df0' },
    platform: 'other',
    weight: 12,
  },
  {
    key: 'lastwash',
    businessName: 'Lastwash Denim',
    websiteUrl: 'https://lastwash.example',
    email: 'repairs@lastwash.example',
    phone: '+1 503-555-0119',
    contactPerson: 'June Kessenich',
    businessAddress: '517 Loading Dock Lane, Portland, OR 97200, United States',
    country: 'US',
    businessType: 'manufacturer',
    currency: 'USD',
    ethos: 'Buy one pair. Mend it twice.',
    heroTitle: 'Jeans with a second half',
    heroSubtitle: 'Organic and recycled denim, washed with ozone, sewn in Portland, repaired for free.',
    storeDescription:
      'A denim workshop in Portland, Oregon. Jeans, jackets, skirts and shorts in organic and post-consumer cotton, finished with ozone and lasers in place of pumice and chlorine, with free repairs for life.',
    aboutSection:
      'It takes about two thousand gallons of water to grow, dye and wash an ordinary pair of jeans. We got ours under three hundred and we print the figure on the pocket bag. The cotton is organic or it was already somebody’s jeans; the indigo is foam-dyed; the fading is ozone and light. Then comes the part we care about most, which is what happens after you have worn the knees out. Every pair comes with a repair card. Mail them in, and Rosa or Devon will darn them on a 1950s machine and send them home, usually better looking. We take tired pairs back and give you twenty dollars for the cloth.',
    shippingPolicy:
      'US $8, free over $150, in paper mailers. Canada $18, international $28. Repairs ship both ways at our cost.',
    returnsDays: 60,
    returnsPolicy:
      '60 days, unworn and unwashed, for raw denim; 60 days, even if washed, for everything else. Free exchanges for length.',
    palette: { grounds: ['#c9d2d9', '#e2d8c7', '#a8b7c4', '#8c6e55', '#233040'], ink: '#1a2636', accent: '#c8762b' },
    platform: 'shopify',
    weight: 9,
  },
  {
    key: 'bahia-lenta',
    businessName: 'Bahía Lenta',
    websiteUrl: 'https://bahialenta.example',
    email: 'hola@bahialenta.example',
    phone: '+1 619-555-0175',
    contactPerson: 'Marisol Quintavar',
    businessAddress: '230 Slipway Drive, San Diego, CA 92100, United States',
    country: 'US',
    businessType: 'ecommerce',
    currency: 'USD',
    ethos: 'Swim first. Decide later.',
    heroTitle: 'The water is fine',
    heroSubtitle: 'Swimsuits, cover-ups, sandals and hats for slow days beside the sea.',
    storeDescription:
      'Swimwear from San Diego in fabric regenerated from fishing nets. Suits that stay put in surf, dresses that dry on the walk home, straw hats, sandals and sunglasses for the hours in between.',
    aboutSection:
      'Bahía Lenta is the name our grandmother gave to a bend of coast with no signal and one good taco stand. We make what you would pack for it. Every suit is fitted on swimmers from size 0 to 18, in the ocean, because a pool forgives too much. The fabric is knitted from regenerated nylon, lined twice at the front and resistant to chlorine and sunscreen. Straps cross where they help. Our prints are block-cut by our aunt Lupe on her kitchen table. The dresses, hats and sandals came later, when we noticed that nobody wanted to get changed. Rinse it in fresh water, hang it in the shade, wear it again tomorrow.',
    shippingPolicy:
      'Free in the US over $90, otherwise $6. Mexico and Canada $14, worldwide $20. Leaves San Diego within two days.',
    returnsDays: 30,
    returnsPolicy:
      '30 days with the hygiene liner in place. First exchange is free. Final-sale pieces say so before you buy.',
    palette: { grounds: ['#f0d9c0', '#bfdcd8', '#f2c7b5', '#8fc0c9', '#0f4a57'], ink: '#123c46', accent: '#f0603e' },
    platform: 'shopify',
    weight: 8,
  },
  {
    key: 'atelier-corveane',
    businessName: 'Atelier Corvéane',
    websiteUrl: 'https://www.atelier-corveane.example',
    email: 'atelier@atelier-corveane.example',
    phone: '+33 1 99 00 26 41',
    contactPerson: 'Solène Corvéane',
    businessAddress: '9 passage du Sellier, 75011 Paris, France',
    country: 'FR',
    businessType: 'manufacturer',
    currency: 'EUR',
    ethos: 'Leather, thread, patience.',
    heroTitle: 'A bag has only two jobs',
    heroSubtitle: 'To carry, and to age well. Saddle-stitched in Paris, one pair of hands to each.',
    storeDescription:
      'A Paris leather atelier: totes, crossbody bags, clutches, backpacks, belts and small silk scarves. Saddle-stitched in vegetable-tanned calf, numbered, and signed inside by the person who made it.',
    aboutSection:
      'We are five saddlers in a passage behind a piano repairer, and we work to the sound of other people’s scales. A Corvéane bag is cut from one hide, so that the flap and the body grow old together. The edges are painted, sanded and painted again, four coats, which takes most of an afternoon. We stitch with two needles and linen thread; if one stitch fails, its neighbours hold. There are no logos on the outside. Inside, under the pocket, you will find a number and the initials of whoever made it: A.L., T.D., S.C. Write to them if you wish. They are always curious to know where their bags have been.',
    shippingPolicy:
      'Sent in a cotton bag and a box that we would like you to reuse. France offered from €150, otherwise €8. European Union €15, United Kingdom €20, other countries €35.',
    returnsDays: 20,
    returnsPolicy:
      'Twenty days to return a bag that has not been carried. Initials are final. Repairs to stitching are free, without limit of time.',
    palette: { grounds: ['#ddd3c0', '#b9a98f', '#c7b4b0', '#4a3226', '#2c3630'], ink: '#2a1e16', accent: '#a3562a' },
    platform: 'other',
    weight: 8,
  },
]
