/**
 * More English words, after Google's taxonomy of clothes. Each row has words separated by commas, and a word of
 * category-words.values.ts with the same category.
 */
export const ENGLISH_LIKE: ReadonlyArray<readonly [words: string, like: string]> = [
  [
    `bodycon dress, slip dress, wrap dress, midi dress, mini dress, midaxi dress, smock dress, skater dress, pencil dress, jumper dress,
    sweater dress, sweatshirt dress, hoodie dress, t shirt dress, tee dress, blazer dress, tuxedo dress, coat dress, pinafore dress, denim dress,
    polo dress, tank dress, cami dress, vest dress, corset dress, swing dress, shift dress, tunic dress, tennis dress, golf dress, muumuu, abaya,
    kaftan dress, dirndl, cheongsam, qipao, jilbab, sheath`,
    'dress',
  ],
  ['prom dress, ballgown, ball dress, formal dress, gala dress', 'evening dress'],
  ['wedding gown, bridal gown, bridal dress, communion dress, christening gown, quinceanera dress', 'party dress'],
  [
    `unitard, catsuit, dungaree, overall, coverall, salopette, shortall, flight suit, flightsuit, utility suit, pantsuit jumpsuit, skirtall,
    snapsuit, jumpsuit romper, one piece romper, ski salopettes`,
    'jumpsuit',
  ],
  ['topcoat, peacoat, pea coat, reefer coat, wool blend coat, wool jacket coat, chesterfield, crombie', 'wool coat'],
  ['mac, mackintosh, trenchcoat', 'trench coat'],
  [
    `down coat, padded jacket, padded coat, puffa jacket, down parka, quilted coat,
    puffa, insulated jacket`,
    'puffer jacket',
  ],
  [
    'tuxedo jacket, tux jacket, suit blazer, waistcoat suit, trouser suit, pantsuit, pant suit, trousersuit, dinner suit, tux, three piece suit, 3 piece suit, two piece suit, 2 piece suit, skirt suit, sportcoat, smoking jacket',
    'suit',
  ],
  ['moto jacket, suede jacket, flying jacket, leather coat', 'leather jacket'],
  [
    `shirt jacket, bomber coat, harrington, harrington jacket, coach jacket, chore jacket, chore coat, worker jacket, utility jacket, field jacket,
    letterman jacket, baseball jacket, souvenir jacket, track jacket, safari jacket, overshirt jacket, trucker`,
    'bomber jacket',
  ],
  [
    'rain coat, rain mac, pac a mac, packaway jacket, shell jacket, rain poncho, hardshell, hardshell jacket, waterproof coat',
    'raincoat',
  ],
  ['trucker jacket, denim trucker, denim trucker jacket, denim shacket', 'denim jacket'],
  [
    `ski jacket, snowboard jacket, softshell, softshell jacket, windcheater, windproof, wind jacket, bodywarmer, body warmer, sherpa jacket, button down jacket, button down coat, shell jacket, down gilet, down vest, puffer vest, puffer gilet, duffle coat, duffel coat, aviator jacket, shearling jacket, fleece gilet, fleece vest, fleece jacket coat,
    cagoule jacket, capelet, cloak, opera coat, cape coat, teddy coat, teddy jacket, borg coat, fur coat, faux fur, car coat, swing coat, blanket coat, duster, duster coat,
    trenchcoat jacket, spencer, snow jacket, gilet vest, jerkin, kimono jacket, haori, wrap coat, bolero`,
    'coat',
  ],
  [
    'henley, henley top, henley shirt, ringer tee, baby tee, muscle tee, long sleeve tee, longsleeve, long sleeve, baselayer tee, pocket tee, football shirt tee, crewneck tee, v neck tee, band tee, tee top, t shirt top',
    't shirt',
  ],
  ['polo top', 'polo shirt'],
  [
    `sweat, sweats top, crewneck, crewneck sweatshirt, sweater hoodie, zip hoodie, full zip, half zip, quarter zip, zip up, hooded top, hooded jacket sweat,
    sweatshirt top, quarter zip sweatshirt, half zip sweatshirt, fleece hoodie, hooded fleece`,
    'hoodie',
  ],
  ['blouson blouse, pussybow blouse, shell blouse, blouse top', 'blouse'],
  [
    'sport shirt, sportshirt, oxford shirt, dress shirt, work shirt, button down, button up, guayabera, shirt top, rugby shirt, tuxedo shirt, smart shirt, school shirt, polo neck shirt, bowling shirt',
    'shirt',
  ],
  [
    'sports top, gym top, training top, running vest, running singlet, workout top, running tee, running t shirt, cycling jersey, yoga top, sports vest',
    'running top',
  ],
  [
    `player jersey, game jersey, swingman jersey, replica jersey, home jersey, away jersey, baseball jersey, retro jersey, authentic jersey, college jersey, training jersey, blank jersey, hockey jersey, vest top, corset top, bra top, cami top, crop, cropped top, halter, halterneck, halter top, bandeau top, bandeau, tube top, shell top, wrap top, peplum top, muscle vest, tank vest,
    singlet, jersey, football jersey, basketball jersey, body, bodysuit top, kimono top, tunic top, shrug, swing top, camisole top, thermal top, rash top, polo body, tabard, basque top, racerback,
    bustier top, football shirt, home shirt, away shirt, sleeveless top, smock top, babydoll top, sequin top`,
    'top',
  ],
  [
    `sweater vest, tank knit, slipover, twinset, twin set, guernsey, aran jumper, christmas jumper, polo neck, roll neck jumper,
    knit jumper, knit top, knitted top, mock neck, funnel neck, knitted jumper, sweater top, jumper top`,
    'jumper',
  ],
  ['cardi, coatigan, cardigan coat, cardigan jacket, knit jacket, knitted jacket, cardigan top, waterfall', 'cardigan'],
  [
    'straight cut jeans, straight fit jeans, regular jeans, regular fit jeans, slim straight jeans, cigarette jeans',
    'straight jeans',
  ],
  [
    'jeggings, jegging, skinny fit jeans, super skinny jeans, skinnies, tapered jeans, slim tapered jeans',
    'skinny jeans',
  ],
  [
    'flare jeans, bootcut jeans, barrel jeans, barrel leg jeans, balloon jeans, puddle jeans, loose jeans, horseshoe jeans, skater jeans, wide jeans',
    'wide leg jeans',
  ],
  ['denim miniskirt, jean skirt, denim skort', 'denim skirt'],
  ['jorts, denim bermudas', 'denim shorts'],
  ['dungaree jeans, boyfriend jeans, mom jeans, mum jeans, dad jeans', 'jeans'],
  [
    'chinos, suit pants, slacks, smart trousers, dress trousers, cigarette trousers, tapered trousers suit, tuxedo trousers, tuxedo pants, formal trousers, cigarette pants',
    'suit trousers',
  ],
  [
    'palazzo, palazzo trousers, flared trousers, flared pants, flares, culotte, gaucho, wide pants, wide trousers, flare pants',
    'wide leg trousers',
  ],
  ['cord pants, needlecord trousers, corduroys', 'cord trousers'],
  [
    'cycling shorts, sports shorts, training shorts, football shorts, rugby shorts, tennis shorts, biker shorts, cycle shorts, sport shorts, workout shorts, padded shorts, compression shorts, bib shorts',
    'running shorts',
  ],
  [
    'swimming shorts, swimming trunks, swimshorts, swim short, bathing shorts, beach shorts, volley shorts, aquashort, aquashorts, aqua short, boardies, boardshort, board short, swim trunk, jammers',
    'swim shorts',
  ],
  [
    'short, bermudas, hot pants, chino shorts, cargo shorts, sweat shorts, sweatshorts, jogger shorts, paperbag shorts, bermuda shorts, lounge shorts',
    'shorts',
  ],
  ['miniskirt, skater skirt, micro skirt', 'mini skirt'],
  ['skirt midi, skirt maxi, midaxi skirt, tiered skirt, wrap midi skirt, pleated midi skirt', 'midi skirt'],
  [
    `pencil skirt, pleated skirt, slip skirt, tennis skirt, capri, capris, pedal pusher, cargo trousers, cargo pants, track pant, trackpant, tracksuit bottoms, jogging bottoms, jogging pants, sweatpant, harem pants,
    combat trousers, combats, trackies, track bottoms, bottoms, ski pants, hiking trousers, walking trousers, waterproof trousers, rain pants, over trousers, overtrousers, parachute pants,
    joggers, treggings, dhoti pants, jodhpurs, breeches, ski trousers, stirrup pants, salwar, kilt, rain trousers, skorts, sarouel`,
    'trousers',
  ],
  [
    `plimsoll, plimsole, skate shoe, court shoe trainer, basketball trainer, tennis trainer, hi tops,
    gym trainer, sneaker shoe, kicks, runner, hightop, platform trainer, skater shoe`,
    'trainer',
  ],
  [
    'running trainer, running sneaker, road running shoe, trail running shoe, trail runner, trail running trainer, track spike, running spike, racing shoe',
    'running shoe',
  ],
  [
    'chukka boot, chukka, sock boot, chelsea, shoe boot, dealer boot, jodhpur boot, heeled ankle boot, brogue boot',
    'ankle boot',
  ],
  [
    `desert boot, wellington, wellie, welly, wellington boot, wellie boot, gumboot, snow boot, hiking boot, walking boot, work boot, knee boot, riding boot,
    cowboy boot, western boot, biker boot, combat boot, winter boot, rain boot, thigh boot, over the knee boot, safety boot, rigger boot, moon boot, hiker boot, lace up boot, mukluk`,
    'boot',
  ],
  [
    'court, courts, slingback, sling back, stilettos, kitten heel, platform heel, block heel, wedge heel, stiletto heel, heeled shoe, d orsay, heeled pump, heeled mule, heeled court',
    'high heel',
  ],
  [
    'thong sandal, wedge sandal, jelly shoe, jelly sandal, gladiator, gladiator sandal, huarache, wedge, flatform, pool slide, flipflop, toe post, slider sandal, footbed sandal, sport sandal, sandal heel, heeled sandal, floater, espadrille wedge, flip, sliders',
    'sandal',
  ],
  [
    'monk shoe, monk strap, monk strap shoe, derby shoe, brogue shoe, driving shoe, penny loafer, deck shoe, moc, driver shoe, wingtip, wing tip, oxford lace up, tassel loafer, brogues, oxford brogue, smart shoe loafer',
    'loafer',
  ],
  [
    `court shoe, basketball shoe, training shoe, sports shoe, sport shoe, canvas shoe, gym shoe, dress shoe, school shoe, wedding shoe, bridal shoe, dance shoe, ballet shoe, ballet flat, ballet pump, pumps flat, flat pump, flat shoe, flat, jazz shoe, tap shoe, lace up, lace up shoe, t bar shoe, slipper boot, slipper sock boot,
    house shoe, pram shoe, crib shoe, baby shoe, first shoe, aqua shoe, beach shoe, bowling shoe, climbing shoe, football shoe, soccer cleat, cleat, football trainer, astro turf trainer, boot slipper, hiking shoe, walking shoe, trail shoe, nurse shoe,
    safety shoe, work shoe, clog mule, casual shoe, formal shoe, trek shoe, golf trainer, moccasin slipper, slipper mule, espadrille shoe, boat, rugby shoe, spikes, driving moccasin slipper`,
    'shoe',
  ],
  [
    'shopping bag, shopper bag, market bag, canvas bag, book tote, book bag tote, grocery bag, tote handbag, beach tote',
    'tote bag',
  ],
  [
    'cross body, camera bag, sling bag, messenger, saddle bag, crossbody phone bag, sling, phone bag, crossbody handbag, cross body handbag, side bag',
    'crossbody bag',
  ],
  [
    'back pack, knapsack, daypack, day pack, school bag backpack, laptop backpack, hiking pack, mini backpack, rolltop, bookbag, daysack, hydration pack, hydration vest, running vest pack, vest pack, running pack, backpack bag',
    'backpack',
  ],
  ['minaudiere, box clutch, evening clutch, envelope bag, wristlet, pouch clutch, box bag clutch', 'clutch bag'],
  [
    `beach bag, hobo, hobo bag, bucket bag, baguette, baguette bag, shoulder bag, top handle bag, top handle, grab bag, bowling bag, doctor bag, duffle bag, duffel bag, gym bag, sports bag, travel bag, overnight bag, weekend bag, suitcase, luggage,
    trolley case, cabin case, carry on, wash bag, washbag, toiletry bag, cosmetic bag, makeup bag, make up bag, cosmetic case, vanity case, bum bag, bumbag, belt bag, fanny pack, waist bag, waist pack, hip pack, pouchette, coin purse, coin pouch, money clip,
    purse bag, wallet purse, passport cover, passport holder, passport wallet, card case, card wallet, cardcase, zip wallet, bifold, bi fold wallet, billfold, briefcase, attache, laptop bag, laptop case, laptop sleeve bag, work bag, document case, folio, portfolio, school bag, nappy bag,
    changing bag, diaper bag, pochette, drawstring bag, gymsack, gym sack, kit bag, boot bag, canvas bag, saddlebag, carryall, boston bag, lunch bag, raffia bag, straw bag, swim bag, potli, travel wallet, travel pouch, phone pouch, clutch wallet, key pouch, garment bag, suit carrier, suit bag, hold all, trolley bag, carry all, satchel bag, pencil case`,
    'bag',
  ],
  ['signet, wedding band, engagement ring, eternity ring, stacking ring, ring set, signet ring, solitaire', 'ring'],
  [
    'chain, lariat, collar necklace, pendant necklace, torque, rosary, charm necklace, cross pendant, neckchain, mangalsutra, y necklace, neck chain, dog tag necklace, pearls',
    'necklace',
  ],
  [
    'stud, hoop, climber, ear climber, ear stud, ear jacket, huggy, drops earring, ear hoop, earcuff, clip on earring, jhumka, dangler, ear ring, threader',
    'earring',
  ],
  [
    'cuff, wrist cuff, cuff bangle, bangle set, charm bracelet, tennis bracelet, friendship bracelet, cuff bracelet, chain bracelet, ankle bracelet, bracelet charm, bolo bracelet',
    'bracelet',
  ],
  [
    'chronograph, smartwatch, wristwatch, timepiece, smart watch, dive watch, diver watch, wrist watch, sports watch, fitness watch',
    'watch',
  ],
  [
    'tie pin, tie clip, tie bar, lapel pin, tie tack, body chain, nose ring, nose stud, belly bar, belly ring, jewellery set, jewelry set, bridal set, hair pin jewellery, cufflinks set, cuff link, toe ring, body jewellery, piercing, brooch pin, pin badge, enamel pin, tiara',
    'jewellery',
  ],
  [
    'aviator, aviators, wayfarer, wayfarers, shades, sunnies, cat eye sunglasses, shield sunglasses, sunglass clip',
    'sunglasses',
  ],
  ['bobble, beanie cap, watch cap, knit cap, beanie set, skully, docker', 'beanie'],
  [
    `baseball cap, flat cap, trucker hat, trucker cap, dad hat, dad cap, snapback, panama, boater, sun hat, straw hat, trapper hat, trapper, cloche, deerstalker, newsboy cap, bakerboy cap, baker boy, cowboy hat, top hat,
    fascinator, headpiece, skull cap, swim cap, swimming cap, bathing cap, turban, sou wester, rain hat, winter hat, knitted hat, peaked cap, strapback, visor hat, running cap, ushanka, fez, headwear, bowler hat, deerstalker hat, bucket cap, bonnet hat, 5 panel, five panel, military cap`,
    'hat',
  ],
  [
    'stole, wrap shawl, pashmina, muffler, neckerchief, neck scarf, headscarf, head scarf, neckwarmer, neck warmer, neck gaiter, buff, dupatta, hijab, silk square, twilly, kerchief, infinity scarf, blanket scarf, tippet, keffiyeh, square scarf, cowl, bandanna, neck tube, scarf set',
    'scarf',
  ],
  ['waist belt, belt buckle belt, obi belt, chain belt, obi, cummerbund belt, waistbelt, leather belt belt', 'belt'],
  [
    `ankle sock, trainer sock, crew sock, hosiery, stocking, hold up, holdup, pop sock, footsie, sockette, boot sock, slipper sock, bed sock, legwarmer, leg warmer, knee high, knee high sock, football sock, kilt hose, no show sock, invisible sock,
    gauntlet, mitt, armwarmer, arm warmer, fingerless glove, neck tie, necktie, bowtie, dickie bow, cravat, pocket handkerchief, handkerchief, hankie, cummerbund, hair band, alice band, hair tie, barrette, hair slide, hair grip, hair claw, claw clip, hair comb, hair bow,
    bow clip, hair accessory, headwrap, head wrap, key chain, keychain, key fob, key charm, bag charm, earmuffs, wristband, sweatband, suspender, face mask, face covering, collar bib, sleep mask, eye mask, eyemask, fan, parasol, hat and glove, hand muff, braces set, sock set, tie set, tie and pocket square, lanyard, bobby pin, hair pin, veil, bridal veil, collar stays, sash, hair stick, bag strap, brolly, trouser braces, garter, detachable collar`,
    'accessory',
  ],
  [
    'running tights, running leggings, gym leggings, yoga leggings, yoga pant, sports leggings, flared leggings, compression tights, base layer leggings, yoga trousers, thermal leggings, footless tights, legging short, gym tights, cycling tights, flare leggings, baselayer leggings, thermal bottoms',
    'legging',
  ],
  [
    'fleece jacket, fleece top, fleece pullover, mid layer jacket, quarter zip fleece, half zip fleece, fleece sweater',
    'fleece',
  ],
  [
    'sport bra, gym wear, gym set, yoga set, training bra, crop bra sports, leotard, running bra, gymnastics leotard, yoga bra, workout set, sports crop top, activewear set',
    'sports bra',
  ],
  [
    `one piece, swimming costume, swim costume, bikini set, bikini pant, bikini pants, bikini bottoms, swim bottom, swim bottoms, swim brief, swim briefs, swim top, rash vest, rash guard, rashguard, rashie, swim dress, swim skirt, cossie, bather, bathers, swimmer, tankini top, monokini, burkini, sunsuit, sun suit, swimming suit,
    one piece swimsuit, bikini bra, triangle bikini, uv suit, swim tee, swim leggings, beach cover up, cover up, coverup, swim cover up, beach dress, swim set, swim pants, high waist bikini bottom, swim nappy`,
    'swimsuit',
  ],
  [
    `bralet, pant brief, panty, pantie, string, g string, tanga, brazilian, hipsters, shortie, high leg knicker, knicker, full brief, midi brief, control brief, boxer, trunk, boxer short, underpants, underpant, undershirt, vest underwear, thermal underwear, jockstrap, jock,
    bodystocking, basque, suspender belt, garter belt, nipple cover, shapewear, control pants, waist cincher, waist trainer, petticoat, underskirt, half slip, slip, teddy, long johns, satin chemise, lace chemise, silk chemise, babydoll chemise, t shirt bra, balconette, plunge bra, push up bra, nursing bra, maternity bra, strapless bra, bra set, brief set, bodyshaper, body shaper, corselette,
    shaping brief, shaping short, girl short, period pants, period underwear, intimates, undies, y front, camiknickers, french knicker, high waist brief, bikini knicker, boyleg, shape slip, underwear set, brassiere, thermal vest, innerwear, innerwear vest, bikini underwear, babydoll, baby doll, bra and brief, briefs pack, nursing bralette, lace bralette, longjohn brief`,
    'underwear',
  ],
  [
    'apron dress, a line dress, gymslip, shirtwaister, shirtdress, playdress, maternity dress, nursing dress, housedress, prairie dress, babydoll dress, bubble dress, peasant dress, milkmaid dress, tent dress, t shirtdress',
    'dress',
  ],
  ['bib and brace, bib overall, bib overalls, bib and brace overall, snap romper, shortalls, boilersuits', 'jumpsuit'],
  [
    'donkey jacket, barn jacket, barn coat, shearling, shearling coat, afghan coat, dryrobe, changing robe, gillet, noragi, bed jacket coat, hunting vest, fishing vest, loden coat, ulster, opera cape',
    'coat',
  ],
  ['leather bomber', 'leather jacket'],
  ['dinner suit jacket, morning coat, tailcoat, kilt jacket, tweed jacket', 'blazer'],
  [
    'breton, breton top, breton tee, breton shirt, grandad top, slogan tee, oversized tee, tshirt top, rash tee',
    't shirt',
  ],
  [
    'grandad shirt, flannel shirt, camp shirt, aloha shirt, hawaiian shirt, cuban shirt, denim shirt, chambray shirt, poplin shirt, linen shirt, western shirt, workshirt, overshirt shirt, flannels',
    'shirt',
  ],
  [
    'vest top, halter neck top, bardot top, bandeau, singlet top, cropped cami, boob tube, muscle tank, tankini vest top, tee bodysuit, lounge top',
    'top',
  ],
  [
    'gansey, aran, fair isle, fairisle, rollneck, rollneck jumper, poloneck, turtle neck, crew knit, cable knit jumper, lambswool, merino crew, pullunder, sweater knit',
    'jumper',
  ],
  ['dad jean, girlfriend jeans, denims, carpenter jeans', 'jeans'],
  ['slim tapered, slim taper jeans, taper jeans', 'slim jeans'],
  [
    'tracksuit pants, tracksuit trousers, tracksuit bottom, jog pants, jog pant, pull on trousers, lounge pants, lounge trousers, plus fours, chef trousers, sweats, golf trousers, cargo jogger, peg trousers, tulip skirt, circle skirt, wrap skirt, tutu skirt, ra ra skirt, skirt trousers',
    'trousers',
  ],
  ['athletic shorts, gym short, netball skort', 'running shorts'],
  ['sneaks, plimsolls, slip on trainer, slip on sneaker, platform sneaker, skate trainer, safety trainer', 'trainer'],
  [
    'hikers, duck boot, galosh, rubber boot, ankle wellie, ugg boot, mountain boot, lace up ankle boot boot, hunter boot, jodhpur boots tall',
    'boot',
  ],
  ['chukkas, chelseas, dealer boots, cuban heel boot', 'ankle boot'],
  [
    'pointe shoe, dance heel, creeper, brothel creeper, winkle picker, saddle shoe, trainers slipper, first walker, prewalker, pre walker, bootees, soft sole shoe, football boot, firm ground boot, fg boot, sg boot, slipper boots, barefoot shoe, approach shoe, bike shoe, cycling shoe, slipper clog, flatties, babouche, zori',
    'shoe',
  ],
  [
    'oxfords, oxford shoes, monks, monkstrap, derbies, spectator shoe, toe loafer, deck shoes, gillie brogue, ghillie brogue',
    'loafer',
  ],
  ['fisherman sandal, sliders sandal, thong sandals, footbed, geta, jellies, jelly shoes', 'sandal'],
  [
    'basket bag, barrel bag, net bag, string bag, hip bag, hipbag, dopp kit, kiss lock purse, keycase, trinket bag, phone wallet, vanity bag, trunk bag, camera sling, crossbody purse, kitbag, cool bag, peg bag bag, project bag, sewing bag, moon bag, half moon bag, suitcases, card purse',
    'bag',
  ],
  ['phone sling, cross body purse, crossbody pouch', 'crossbody bag'],
  ['stacker, stacker ring, band ring, promise ring, cocktail ring, thumb ring, pinky ring, claddagh', 'ring'],
  [
    'curb chain, rope chain, figaro chain, box chain, snake chain, belcher chain, paperclip chain, trace chain, cuban chain, medallion, dog tag, dog tags, pearl strand, nameplate, scapular',
    'necklace',
  ],
  [
    'sleepers, sleeper, ear wrap, hoops, ear hoops, ear climbers, ear crawler, statement drops, drop earring, helix stud, nose hoop earring',
    'earring',
  ],
  ['leather cuff, bead bracelet, beaded cuff, ankle chain, slider bracelet, torque bangle', 'bracelet'],
  ['stickpin, hat pin brooch, ear tie, belly chain, waist chain, cufflinks, pin brooch', 'jewellery'],
  [
    'tam o shanter, boonie, boonie hat, pillbox, pillbox hat, homburg, stetson, baker boy hat, fisherman hat, bucket, fisherman beanie hat, sunhat, bobble cap, pixie hat, pixie bonnet, earflap hat, train driver cap, breton cap',
    'hat',
  ],
  [
    'cashmere wrap, wool wrap, knitted wrap, evening wrap, travel wrap, shemagh, neckerchiefs, silk neckerchief, silk bandana, ruana',
    'scarf',
  ],
  [
    'leather belt, suede belt, woven belt, studded belt, braided belt, canvas belt, webbing belt, plaited belt, reversible belt, western belt, stretch belt, tie belt, jeans belt, dress belt, plaque belt, logo belt, elasticated belt, plait belt',
    'belt',
  ],
  [
    'tights, tight, opaque tights, pantyhose, fishnets, denier tights, school tights, ballet tights, knee highs, hold ups',
    'tights',
  ],
  [
    'golf glove, opera glove, driving glove, ski glove, football sock, hiking sock, ski sock, running sock, walking sock, cycling glove, glove liner, muff, sporran, garters, hair slide, slide clip, head scarf band, hair ribbon, hair wrap, headbands, turban headband, knot headband, neck warmer clip, spats, epaulette, sleeve garter',
    'accessory',
  ],
  [
    'swim shirt, beach kaftan, swim romper, bikini tie, swimming briefs, bikinis, bandeau bikini, high leg swimsuit, kaftan cover up',
    'swimsuit',
  ],
  [
    'seamless thong, bra top bra, sports brief, bed brief, camisole set, bandeau bra, bralette set, boxers pack, boxer trunk, suspenders belt, garter set, corselet, merry widow, minimiser, minimizer, sleep bra, balcony bra, cotton brief, hipster brief, cheeky brief, lace thong, maternity brief, incontinence pants, long john',
    'underwear',
  ],
]

/** Clothes with categories that may not exist in the tree. Such a word alone decides the category of its title. */
export const ON_ITS_OWN: ReadonlyArray<readonly [words: string, slugs: readonly string[]]> = [
  [
    `pyjama, pyjamas, pajama, pajamas, pj, pjs, pyjama set, pajama set, pj set, pyjama top, pajama top, pyjama bottom, pyjama bottoms, pyjama trousers, pyjama pants, pajama pants, pajama bottoms, pyjama short, pyjama shorts, pajama shorts, pyjama shirt, pj bottoms, pj shorts, pj top,
    nightwear, nightdress, nightgown, night gown, nightie, nighty, nightshirt, night shirt, night suit, nightsuit, night dress, sleepshirt, sleep shirt, sleepwear, sleep shorts, sleep set, sleep top, sleep tee, sleep dress, sleep pants, loungewear, lounge set, lounge wear, dressing gown, bathrobe, bath robe, robe, housecoat, sleepsuit, onesie, babygrow,
    kigurumi, sleep romper, kimono robe, robe set, negligee, bed jacket, union suit, sleeping suit`,
    ['nightwear', 'pyjamas', 'sleepwear', 'loungewear'],
  ],
  [
    'tracksuit, track suit, tracksuit set, co ord, coord, co ord set, coord set, co ordinates, two piece set, 2 piece set, 3 piece set, three piece set, two piece, 2 piece, outfit, outfit set, clothing set, matching set, playset, twopiece, jogger set, short set, shorts set, trouser set, skirt set, legging set, leggings set, dress set, set of clothes, layette, layette set',
    ['co-ords', 'sets'],
  ],
  [
    'kurta, kurti, kurtis, kurta set, saree, sari, lehenga, lehenga choli, choli, churidar, patiala, salwar kameez, salwar suit, sherwani, kimono, yukata, hanbok, costume, fancy dress, fancy dress costume, halloween costume, uniform, scrubs, scrub top, lab coat, apron, bib, bibs, wetsuit, wet suit, drysuit, ski suit, skisuit, snow suit, snowsuit, pramsuit, pram suit, puddle suit, puddlesuit, all in one, splash suit, rain suit, diving suit, race suit, tri suit, trisuit, chef jacket, swaddle, body warmer bottle, graduation gown, boxing robe, hospital gown, judo suit, karate suit, hazmat suit, romper suit, splashsuit, rainsuit, puddle suits, knotted gown, sleep gown, baby gown, babygrow set, sleeping bag suit, base layer, baselayer, base layer set, thermal set, scrubs set, sarong, pareo, judo gi, karate gi, gi, swim nappy, chaps, cassock, tabards, waders, wader, bra insert, nappy pants, dress up, dress up set',
    [],
  ],
]

/** Last words that are not clothes: 'watch strap', 'shoe bag', 'jacket hanger'. */
export const NOT_WORN: readonly string[] = `
  strap, watch strap, watchstrap, watch band, watch bracelet, watch box, watch case, watch winder, watch stand, watch roll, lace, shoelace, bootlace, shoe lace, boot lace, insole, in sole, foot bed, heel grip, heel pad, shoe bag, dust bag, shoe tree, boot tree, shoe horn, shoehorn, shoe rack, shoe cabinet, shoe box, shoe storage,
  shoe cleaner, shoe cover, shoe cream, shoe polish, shoe brush, shoe care, shoe charm, shoe stretcher, shoe deodoriser, boot jack, boot tray, boot dryer, boot rack, boot scraper, polish, protector, spray, cleaner, cleaning kit, care kit, shampoo, conditioner, brush, comb, sponge, wax, dubbin, hanger, hook, hooks, rail, stand, rack, box, tray, dish, organiser, organizer, holder, storage, hamper,
  jewellery box, jewelry box, jewellery stand, jewellery case, jewellery pouch, jewellery roll, jewellery dish, jewellery cleaner, ring box, ring dish, ring holder, hat box, hat stand, hat pin, coat hook, coat rack, coat stand, coat hanger, tie rack, belt rack, belt hanger, glove box, case, phone case, glasses case, sunglasses case, glasses chain, sunglasses chain, sunglasses strap, sunglasses cord, glasses cord, glasses, reading glasses, goggles, goggle, lens, lenses, frames, eyeglasses, spectacles,
  sleeve, laptop sleeve, tablet sleeve, laptop stand, cover, cushion, cushion cover, pillow, pillowcase, pillow case, duvet, duvet cover, duvet set, bedding, bedding set, bed sheet, sheet, fitted sheet, blanket, throw, quilt, bedspread, towel, beach towel, bath towel, hand towel, tea towel, towel set, bath mat, bathmat, mat, yoga mat, rug, curtain, curtains, napkin, napkin ring, curtain ring, tablecloth, table runner, placemat, coaster,
  mug, cup, glass, tumbler, bottle, water bottle, flask, plate, bowl, jug, vase, candle, candle holder, diffuser, reed diffuser, lamp, lampshade, light, lantern, mirror, frame, photo frame, picture frame, clock, wall clock, alarm clock, ornament, bauble, wreath, poster, art print, wall art, canvas print, sticker, decal, patch, iron on patch, magnet, badge, card, gift card, e gift card, gift voucher, voucher, greeting card, greetings card, birthday card, christmas card, postcard, wrapping paper, gift wrap, gift bag, gift box, gift tag,
  notebook, journal, diary, planner, pen, pencil, stationery, book, cookbook, magazine, calendar, puzzle, jigsaw puzzle, game, board game, playing cards, toy, soft toy, plush, teddy bear, doll, dolls, rattle, teether, teething ring, dummy, dummy clip, pacifier, pacifier clip, muslin, nappy, changing mat, sleeping bag, bean bag, beanbag, punch bag, punching bag, tea bag, laundry bag, laundry basket, golf bag, rubbish bag, bin bag, storage bag, bag hook, bag hanger, bag organiser, bag insert, handbag hook, basket, bin,
  perfume, fragrance, eau de parfum, eau de toilette, cologne, aftershave, deodorant, deo, body mist, soap, shower gel, body wash, bath bomb, bubble bath, lotion, cream, hand cream, moisturiser, moisturizer, serum, sunscreen, sun cream, lip balm, lip gloss, lipstick, mascara, eyeliner, eyeshadow, foundation, concealer, blusher, nail polish, nail varnish, palette, razor, toothbrush, hairbrush, hair brush, hairdryer, hair dryer, straightener, makeup brush, sheet mask, cleanser, toner, scrub, beard oil, oil, essential oil, hair oil, gel, balm, powder,
  phone, headphones, earphones, earbuds, speaker, charger, cable, power bank, laptop, tablet, camera, camera strap, adapter, keyboard, mouse, screen protector, airtag, selfie stick, airpods case, airpod case, guitar strap, bag tag, luggage tag, luggage strap, luggage set cover, packing cube, packing cubes, travel pillow, neck pillow, tent, umbrella stand, dog coat, dog collar, dog lead, dog leash, dog jumper, dog harness, dog bed, dog bandana, dog sweater, dog jacket, dog toy, cat collar, cat bed, pet bed, pet coat, collar, leash, harness, saddle, saddle pad, bridle, hoof boot, horse rug,
  dress form, mannequin, dress pattern, sewing pattern, knitting pattern, crochet pattern, paper pattern, yarn, wool ball, knitting yarn, sock yarn, knitting kit, crochet kit, knitting needle, fabric, fabric by the metre, thread, button, buttons, zip, zipper, buckle, belt buckle, rivet, bead, beads, kit, sewing kit, repair kit, sticker pack, bra extender, bra strap, bra straps, bra wash bag, lingerie bag, lingerie tape, fashion tape, tit tape, boob tape, extender, button cover, shoe clip, shoe clips, lint roller, fabric shaver, steamer, iron, ironing board, washing machine, dryer, detergent, laundry detergent,
  ball, football, basketball, tennis ball, golf ball, racket, racquet, bat, helmet, cycle helmet, bike helmet, ski helmet, shin pad, shin pads, shin guard, knee pad, knee pads, knee support, ankle support, back support, swim ring, pool float, inflatable, armbands, surfboard, paddle board, skateboard, scooter, dumbbell, kettlebell, resistance band, skipping rope, jump rope, foam roller, boxing gloves, boxing glove, oven glove, oven mitt, oven gloves, rubber gloves, gardening gloves, gum shield, nipple balm, breast pump, chocolate, coffee, tea, wine, gin, sweets, biscuit, cake, cookie, sauce, chair, armchair, table, desk, sofa, bed, wardrobe, shelf, drawer, chest of drawers, headboard, stool, bench, pouffe, plant pot, planter, hair clipper, hair colour, hair dye, compact, wedding favour, confetti, balloon, party hat, party bag, cake topper, stocking filler, christmas stocking, christmas tree, hot water bottle, hot water bottle cover, bell, snowshoe, horseshoe, brake shoe, lift pass holder, heart rate monitor, hand warmer, hand warmers, nose pads, suncatcher, keepsake, seat cover, car seat, hi vis vest, hi vis, high vis vest, hi viz vest, punch, hole punch, watch roll, organiser insert, pram, pushchair, buggy, high chair, hard hat, boxing boot bag, membership, subscription, donation, delivery, alteration, engraving, sample, swatch, swatches, colour card, necklace extender, chain extender, ring sizer, ring size adjuster, watch tool, watch battery, battery, tool,
  poncho towel, towel poncho, hooded towel, artwork, art, lip tint, lip oil, body oil, body scrub, hair mask, clay mask, incense, matches, room spray, pillow mist, pillow spray, wax melt, wax melts, reed diffusers, bookmark, sketchbook, tattoo, tattoos, washi tape, tape, embroidery hoop, punch needle, fabric dye, thimble, scissors, pins, needles, ring pillow, ring cushion, ring bearer pillow, fat quarter, jersey fabric, cushion pad, bolster, doorstop, draught excluder, peg bag, lunch box, lunchbox, thermos, moses basket, crib sheet, cot sheet, playmat, play mat, bath toy, soother, nursing pillow, nursing cover, changing bag insert, dog treat, lead, workshop, class, course, ticket, consultation, appointment, fee, deposit, rental, hire, repair, repairs, alterations, warranty, insurance, protection, shipping, postage, gift wrapping, suede brush, horse rug, fly mask, wallpaper, paint, tile, knob, door knob, tea set, cake stand, teapot, egg cup, wine glass, cutlery, fork, spoon, tray cloth, napkins, apron strings, keyboard case, phone strap, phone cord, phone chain, phone charm, phone grip, camera case, camera insert, watch pouch, jewellery cloth, polishing cloth, cleaning cloth, glasses cloth, glasses cleaner, glasses pouch, wallet chain, shoelaces, laces, waterproofer, reproofer, boot cream, leather balm, leather conditioner, leather cream, wash, detergent, garment steamer, wash bags for laundry, swab, comforter, comfort blanket, security blanket, snuggle, lovey, star chart, height chart, growth chart, mobile, garland, bunting, advent calendar, cracker, crackers, swing tag, zip puller, zip pull, iron on, name tapes, name labels, labels, label, vinyl, record, cd, dvd, ukulele, lighter, ashtray, corkscrew, keyring torch, torch, penknife, multitool, compass, water bladder, trekking pole, trekking poles, crampons, snow chain, tyre, bike light, bike lock, yoga block, yoga strap, massage ball, weights, ankle weights, whistle, shin pad, mouthguard, swim float, snorkel, fins, flippers, dry bag, tote frame
`
  .split(',')
  .map((words) => words.trim())

/** Words that only decide if the title names nothing else: 'Boots Block Heel', 'Joggers Fleece', 'Trainers Denim'. */
export const WEAK: ReadonlySet<string> = new Set(
  `heel, block heel, kitten heel, wedge heel, platform heel, stiletto heel, wedge, flat, denim, cashmere, knit, knitwear, fleece, flannel, cords, waterproof, windproof, cargo, polo, tank, cape, tie, chain, short, slide,
  slip on, charm, high top, low top, hi top, high tops, low tops, roll neck, turtleneck, polo neck, mock neck, funnel neck, full zip, half zip, quarter zip, zip up, button up, button down, lace up, long sleeve, longsleeve, halter, halterneck, racerback, crop, bandeau, court, courts, cuff, string, slip, boat, derby, sash,
  sleeve, lace, button, buttons, zip, zipper, buckle, buckles, strap, collar, bead, beads, hook, frame, frames, patch, iron, glass, oil, gel, cream, light, powder, card, set, stud, hoop, hoops, body, string, fan, court, bobble, wax, bell, plush, tea, chocolate, coffee, wine, gin, button, spray, lens, lenses, brush, oil, bat, wreath, sauce,
  runner, waterfall, all in one, one piece, two piece, 2 piece, belt, mac, trucker, spencer, halo, teddy, chelsea, flip, crewneck, jersey, stole, aviator, messenger, camera, cowl, sheet, throw, sponge, cake, cookie, compact, ball, football, basketball, button, plate, cup, tight, hipster, hipsters, brazilian, thong, trunk, oxford, buff, obi, bob, capri, body warmer, card sample, moc, wingtip, wing tip, duster, fur, faux fur, flare, denim trucker, chronograph, visor, suspender, blanket, quilt, collar, magnet, badge, plant pot, bib, bibs, sling, hobo, satchel, baguette, sweat, delivery, mirror, candle, brogue, bottle, biscuit, thread, fabric, yarn, balloon, duvet, saddle, bridle, harness, cable, knee pad, knee pads, wash, tape, art, lead, class, hire, protection, vinyl, record, label, labels, tile, paint, bucket, foundation, lambswool, aran, fair isle, fairisle, dad jean, towel, pillow, mouse, camera, beads, gem ring, zip, light, balm, polish, sheath, basket, bell, cup`
    .split(',')
    .map((words) => words.trim()),
)

/** Parts and looks: the word before them describes the item, as in 'tie neck', 'cape sleeve', 'top handle' and 'shirt collar'. */
export const PARTS: ReadonlySet<string> = new Set(
  `neck necked neckline sleeve sleeves sleeved toe toed waist waisted waistband handle handles collar collared hem hemmed trim trimmed trims back front detail details detailing print printed prints motif motifs
  style styled effect lined lining closure fastening link wash washed stitch inspired shape shaped cuff cuffs bow hood panel panels insert pocket pockets graphic logo embroidery embroidered applique weave length silhouette rise leg cut dye dyed`
    .trim()
    .split(/\s+/),
)

/** Endings of English words written as one: 'minidress', 'ankleboots', 'swimshorts'. */
export const CLOSED_COMPOUNDS: readonly string[] = [
  'dress',
  'skirt',
  'coat',
  'jacket',
  'shirt',
  'boot',
  'boots',
  'shoe',
  'bag',
  'pants',
  'shorts',
  'jeans',
  'hat',
  'scarf',
  'socks',
  'sweater',
  'earrings',
  'necklace',
  'bracelet',
  'trousers',
  'leggings',
  'sandals',
  'watch',
  'gloves',
  'tights',
  'bralette',
  'hoodie',
  'sneakers',
  'knickers',
  'briefs',
  'bikini',
  'blouse',
]
export const NO_COMPOUNDS: ReadonlySet<string> = new Set(
  'address headdress redcoat turncoat undercoat reboot horseshoe snowshoe gumshoe airbag sandbag teabag stopwatch blackwatch swatch apple hashat whitewatch baywatch nightwatch doomwatch somewhat what that chat drawstring shoestring hamstring heartstring shamrock bedrock blackrock'.split(
    ' ',
  ),
)

/** Words that may be separated from the item: a 'wide-leg linen trouser' counts as wide leg trousers. */
export const MODIFIERS: ReadonlySet<string> = new Set(
  `wide leg, straight leg, straight, slim fit, slim, skinny, flared, bootcut, baggy, maxi, midi, mini, wool, denim, leather, ankle, chelsea, puffer, puffa, quilted, cord, corduroy, running, trench, evening,
  wedding, bridesmaid, cocktail, tote, crossbody, tailored, swim, slim taper, straight cut, straight fit`
    .split(',')
    .map((words) => words.trim()),
)
