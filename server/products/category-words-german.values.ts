// German shops' names for items, in lower case and without accents. Used by category-words.ts.

/**
 * Words, and endings of words ('-kleid' is only an ending), each with an English word of the same meaning. Longer
 * endings take precedence.
 */
export const GERMAN_LIKE: ReadonlyArray<readonly [words: string, like: string]> = [
  [
    'brautkleid, brautkleider, cocktailkleid, cocktailkleider, partykleid, festkleid, ballkleid, abiballkleid, hochzeitskleid, dirndl, dirndlkleid',
    'party dress',
  ],
  ['hemdkleid, blusenkleid, hemdblusenkleid, shirtkleid', 'day dress'],
  ['overall, overalls, jumpsuit, latzhose, latzhosen, strampler, einteiler, spieler', 'jumpsuit'],
  [
    'schlafanzug, schlafanzuge, pyjama, pyjamas, nachthemd, nachthemden, schlafhose, schlafhosen, schlafshirt, bademantel, morgenmantel, hausmantel, hausanzug, nachtwasche, schlafsack, schlafoverall, negligee',
    'pyjama',
  ],
  [
    'trainingsanzug, trainingsanzuge, jogginganzug, joggingsanzug, zweiteiler, schneeanzug, skianzug, taucheranzug, neoprenanzug, strampelanzug, matschanzug, regenanzug, skioverall, schneeoverall, rennanzug, kostum, kostume, schurze, schurzen, latzchen, kittel',
    'track suit',
  ],
  [
    'anzug, anzuge, hosenanzug, hosenanzuge, sakko, sakkos, smoking, blazer, jackett, jacketts, tweedsakko, anzugjacke',
    'blazer',
  ],
  [
    'steppweste, daunenweste, parka, parkas, anorak, anoraks, skijacke, strickmantel, teddymantel, windbreaker, cape, poncho, umhang, weste, fellweste, windjacke, ubergangsjacke, winterjacke, softshelljacke, outdoorjacke, funktionsjacke, wintermantel, kurzmantel, bolero',
    'coat',
  ],
  ['steppmantel, daunenmantel, pufferjacke, pufferweste, thermojacke', 'puffer jacket'],
  ['bomberjacke, collegejacke, blouson, blousons, hemdjacke, freizeitjacke, feldjacke, hemdjacken', 'bomber jacket'],
  ['hardshelljacke, regencape, regenponcho, friesennerz', 'raincoat'],
  ['trenchcoat, trenchcoats', 'trench coat'],
  [
    'longsleeve, tshirt, langarmshirt, langarmshirts, kurzarmshirt, kurzarmshirts, rundhalsshirt, ringelshirt, basicshirt, printshirt, bandshirt, v shirt',
    't shirt',
  ],
  [
    'sweatshirt, sweatjacke, sweatjacken, kapuzenjacke, kapuzenjacken, kapuzensweatshirt, hoodie, hoody, sweater, sweatpullover, kapuzenpullis, sweatshirtjacke',
    'hoodie',
  ],
  [
    'tanktop, tanktops, shirttop, spitzentop, tragertop, blusentop, bustiertop, korsage top, strickoberteil, crop top, body, bodys, tunika, tuniken, corsagentop, trikot, trikots, shirtbluse, tops',
    'top',
  ],
  ['sportshirt, sportshirts, funktionsshirt, funktionsshirts, trainingsshirt, funktionsunterhemd', 'running top'],
  [
    'rollkragenpullover, strickpullover, pullunder, rolli, rollis, troyer, pullis, norwegerpullover, feinstrickpullover',
    'jumper',
  ],
  ['cardigan, strickcardigan, strickjacken, strickjanker, strickweste', 'cardigan'],
  [
    'janker, trachtenjanker, lodenjanker, walkjacke, walkmantel, lodenmantel, cordjacke, ubergangsmantel, fleecemantel, wetterjacke, arbeitsjacke, kimono jacke, wendejacke',
    'jacket',
  ],
  ['jeanshose, jeanshosen', 'jeans'],
  ['stoffhose, stoffhosen, bundfaltenhose, bundfaltenhosen, chinohose, chinohosen, chino', 'suit trousers'],
  ['marlenehose, marlenehosen, culotte, schlaghose, schlaghosen, palazzohose', 'wide leg trousers'],
  [
    'jogginghose, jogginghosen, sweathose, sweathosen, cargohose, cargohosen, trekkinghose, outdoorhose, skihose, lederhose, lederhosen, pumphose, haremshose, reithose, regenhose, matschhose, schneehose, trachtenlederhose, caprihose, 3 4 hose, 7 8 hose',
    'trousers',
  ],
  ['jeansshorts', 'denim shorts'],
  ['shorts, bermudashorts, cargoshorts, chinoshorts, kurze hose, sweatshorts, sweatbermuda', 'shorts'],
  ['radlerhose, radlerhosen, laufshorts, sportshorts, radhose, trainingsshorts, laufhose kurz', 'running shorts'],
  [
    'leggings, leggins, jeggings, treggings, lauftights, laufhose, thermoleggings, sporthose, yogahose, sportleggings, laufleggings, sporttights',
    'legging',
  ],
  [
    'strumpfhose, strumpfhosen, feinstrumpfhose, stutzstrumpfhose, kinderstrumpfhose, strickstrumpfhose, netzstrumpfhose',
    'tights',
  ],
  [
    'tellerrock, cordrock, wickelrock, lederrock, tullrock, faltenrock, a linien rock, jerseyrock, wollrock, tennisrock, latzrock',
    'skirt',
  ],
  ['-rock, -rocke', 'skirt'],
  ['midirock, maxirock, plisseerock, bleistiftrock', 'midi skirt'],
  ['gehrock', 'coat'],
  ['jeansrock, jeansrocke', 'denim skirt'],
  ['minirock, minirocke', 'mini skirt'],
  ['badeshort, schwimmshorts, schwimmhose, boardshorts', 'swim shorts'],
  [
    'bikini, bikinis, tankini, badeanzuge, badekleid, bikinihose, bikini hose, bikinioberteil, bikini oberteil, bikini top, bikinislip, badeshirt, uv shirt, schwimmanzug, bademode, strandkleid bade, bikini slip, triangel bikini',
    'swimsuit',
  ],
  [
    'bh, bhs, bugel bh, sport bh schale, busenhalter, bustier, boxershorts, boxershort, retroshorts, panty, pantys, string, tanga, unterhemd, unterhemden, boxer, retropants, miederhose, korsett, corsage, dessous, hipster, slip, slips, unterrock, trunk, trunks, pants 3er, still bh, herrenslip, damenslip, lange unterhose, strapse, body dessous, formslip, hemdchen',
    'underwear',
  ],
  ['sport bh, sportbh', 'sports bra'],
  [
    'sneaker, sneakers, sportschuh, sportschuhe, tennisschuh, tennisschuhe, hallenschuh, slip on sneaker, freizeitschuh sneaker',
    'trainer',
  ],
  [
    'halbschuh, halbschuhe, schnurschuh, schnurschuhe, ballerina, ballerinas, pumps flach, clogs, pantolette, pantoletten, mokassin hausschuh, huttenschuh, lauflernschuh, krabbelschuh, badeschuh, wanderschuh, wanderschuhe, trekkingschuh, brautschuh, budapester schuh, hauslatschen, schlappen, puschen',
    'shoe',
  ],
  ['loafer, slipper, slippers, mokassin, mokassins, budapester, segelschuh, segelschuhe, bootsschuh', 'loafer'],
  ['pumps, high heels, stilettos, slingpumps, plateaupumps, sling pumps', 'high heel'],
  [
    'zehentrenner, badelatschen, badesandale, zehensandale, keilsandalette, sandalette, sandaletten, espadrilles, riemchensandale, flip flops, keilsandale, adilette',
    'sandal',
  ],
  ['stiefelette, chelsea boots, schnurboots, schnurstiefelette, winterboots kurz, ankle boots', 'ankle boot'],
  [
    'gummistiefel, winterstiefel, reitstiefel, schneestiefel, schnurstiefel, cowboystiefel, wanderstiefel, overknees, winterboots',
    'boot',
  ],
  ['shopper, einkaufstasche, strandtasche, stoffbeutel, jutebeutel', 'tote bag'],
  [
    'gurteltasche, bauchtasche, beuteltasche, beutel, turnbeutel, koffer, reisekoffer, trolley, kulturbeutel, kosmetiktasche, schultertasche, handtasche, sporttasche, reisetasche, weekender, kartenetui, portemonnaie, portmonee, geldborsen, schlusseletui, federmappchen, aktentasche, schulranzen, wickeltasche, kartenhalter, necessaire, geldbeutel',
    'bag',
  ],
  ['crossbody, crossbag, kameratasche', 'crossbody bag'],
  ['clutch, abendtasche', 'clutch bag'],
  ['ohrstecker, creole, creolen, ohrhanger, ohrclip, ohrclips, ohrschmuck', 'earring'],
  ['armreif, armreifen, armkette, fusskettchen, armkettchen, fusskette, charmarmband', 'bracelet'],
  ['anhanger, kettenanhanger, collier, halsreif, choker', 'necklace'],
  [
    'ring, siegelring, ehering, verlobungsring, fingerring, damenring, herrenring, trauring, trauringe, bandring, silberring, goldring, memoirering',
    'ring',
  ],
  [
    'manschettenknopf, manschettenknopfe, brosche, broschen, krawattennadel, schmuck, schmuckset, piercing',
    'jewellery',
  ],
  ['chronograph, smartwatch, taucheruhr, quarzuhr', 'watch'],
  [
    'wanduhr, wecker, kuckucksuhr, uhrenarmband, uhrenbox, uhrenbeweger, eieruhr, sanduhr, uhrarmband, standuhr',
    'shoe lace',
  ],
  [
    'cap, kappe, kappen, basecap, basecaps, schirmmutze, sonnenhut, strohhut, fischerhut, baskenmutze, schlapphut, badekappe, schildmutze, kapuzenmutze, stirnband mutze',
    'hat',
  ],
  ['beanie, strickmutze, strickmutzen, bommelmutze, wintermutze, pudelmutze', 'beanie'],
  [
    'halstuch, halstucher, tuch, tucher, dreieckstuch, kopftuch, seidentuch, stola, schlauchschal, loopschal, nickituch, multifunktionstuch, wickeltuch schal, schlauchtuch',
    'scarf',
  ],
  [
    'handtuch, handtucher, badetuch, strandtuch, duschtuch, geschirrtuch, putztuch, taschentuch, betttuch, saunatuch, tischtuch, spucktuch, mulltuch, tragetuch',
    'shoe lace',
  ],
  [
    'hosentrager, stirnband, stirnbander, haarband, haarspange, haargummi, haarreif, regenschirm, fliege, fliegen, einstecktuch, schlusselanhanger, socken, strumpf, strumpfe, kniestrumpfe, sneakersocken, faustling, faustlinge, fausthandschuh, stulpen, beinstulpen, ohrenwarmer, haarklammer, taschenschirm, kniestrumpf, stoppersocken, halterlose strumpfe, schlafmaske, fascher',
    'accessory',
  ],
  ['fleecejacke, fleecepullover, fleeceweste, fleecejacken, fleecepulli', 'fleece'],
  [
    'schuhschrank, schuhregal, schuhloffel, schuhspanner, schuhcreme, schuhputzset, schnursenkel, einlegesohle, einlegesohlen, kleiderbugel, kleiderschrank, kleiderstange, kleidersack, kleiderstander, huthalter, gurtelschnalle, taschenanhanger, taschenlampe, taschenmesser, taschenbuch, handyhulle, handykette, brillenetui, brillenkette, schmuckkastchen, schmuckkasten, kissen, kissenbezug, bettwasche, decke, kuscheldecke, tagesdecke, kerze, duftkerze, becher, tasse, trinkflasche, vase, teppich, gutschein, geschenkgutschein, parfum, seife, kuscheltier, puzzle, poster, lampe, spielzeug, plusch, ladekabel, kopfhorer, zelt, helm, fahrradkette, schlusselkette, lichterkette, fussmatte, badematte, tischlaufer, gurtelclip, nahgarn, strickgarn, schnittmuster, hutschachtel, nagellack, lippenstift, sonnencreme, brille, lesebrille, skibrille, schwimmbrille, taucherbrille, brillen',
    'shoe lace',
  ],
  [
    '-shirt, -shirts, stillshirt, umstandsshirt, leinenshirt, baumwollshirt, tanktop shirt, langarm shirt, kinderhemdchen',
    't shirt',
  ],
  [
    'arbeitshemd, trachtenhemd, flanellhemd, leinenhemd, businesshemd, jeanshemd, freizeithemd, cordhemd, holzfallerhemd',
    'shirt',
  ],
  ['jeansrock, jeansrocke', 'denim skirt'],
  [
    'jeanskleid, strickkleid, sommerkleid, etuikleid, wickelkleid, leinenkleid, musselinkleid, trachtenkleid, umstandskleid',
    'dress',
  ],
  [
    'arbeitshose, bundhose, leinenhose, musselinhose, strickhose, wollhose, stretchhose, thermohose, schlupfhose, wanderhose, pluderhose, krabbelhose, babyhose, kinderhose, umstandshose',
    'trousers',
  ],
  ['trainingsjacke, trackjacke', 'hoodie'],
  [
    'arbeitsschuh, arbeitsschuhe, sicherheitsschuh, sicherheitsschuhe, lauflernschuhe, krabbelschuhe, krabbelpuschen, babyschuhe, taufschuhe, barfussschuhe, haferlschuh, haferlschuhe, trachtenschuhe, filzpantoffeln, filzhausschuhe, lederpuschen, hauspuschen, fussballschuhe, fussballschuh, stollenschuhe, turnschlappchen, ballettschuhe, ballerina hausschuh, stopperschuhe, holzschuhe',
    'shoe',
  ],
  ['boots, schnurboot, biker boots', 'boot'],
  [
    'bauchtaschen, korb, korbtasche, bastasche, basttasche, henkeltasche, laptoptasche, messengertasche, ledertasche, filztasche, reisetaschen, kartenmappe, kindergartentasche, pausentasche, windeltasche, tragetasche, sportbeutel, mappchen',
    'bag',
  ],
  ['kindergartenrucksack, turnrucksack, wanderrucksack, kinderrucksack', 'backpack'],
  [
    'partnerarmband, partnerarmbander, freundschaftsarmband, perlenarmband, lederarmband, wickelarmband, fusskettchen',
    'bracelet',
  ],
  [
    'partnerring, partnerringe, stapelring, stapelringe, bandringe, vorsteckring, vorsteckringe, spannring, antragsring',
    'ring',
  ],
  ['gliederkette, perlenkette, namenskette, kettchen, medaillon, buchstabenkette, herzkette, lederkette', 'necklace'],
  ['ohrringe, ohrhaken, ohrstecker, perlenohrringe, ohrhangern, steckohrringe', 'earring'],
  [
    'zipfelmutze, schiebermutze, schirmkappe, ballonmutze, zylinder, sonnenmutze, schlupfmutze, wendemutze, erstlingsmutze, babymutze, trachtenhut, filzhut, bucket hut, kinderhut, balaclava, schlauchmutze, teufelsmutze',
    'hat',
  ],
  ['halssocke, kuschelschal, dreieckschal, babytuch, schlupfschal, wollschal, seidenschal, haarschal', 'scarf'],
  ['hosengurtel, ledergurtel, kindergurtel, bindegurtel, taillengurtel, dirndlgurtel', 'belt'],
  [
    'kniestrumpfe, wollsocken, stricksocken, babysocken, sneakersocke, stirnbander, scrunchie, haarbander, krawattenklammer accessoire, schlusselband, armstulpen, pulswarmer, handstulpen, loferl, trachtensocken, trachtenstrumpfe, fullinge, fullinge socken, babystulpen, haarreifen, haarschleife, zopfgummi, pelzmuff',
    'accessory',
  ],
  [
    'musselintucher, mulltucher, mullwindel, spuckwindel, babydecke, krabbeldecke, wolldecke, kissenhulle, bettlaken, spieluhr, warmflasche, kirschkernkissen, schnullerkette, schnullerband, greifling, mobile, girlande, turschild, tischdecke, stuhlkissen, geschirrtucher, topflappen, ofenhandschuh, backerschurze, kochschurze, waschlappen, wickelunterlage, stoffwindel, windel, stillkissen, nestchen, schmusetuch, lunchbox, brotdose, trinkbecher, aufkleber, aufnaher, bugelbild, postkarte, grusskarte, kalender, notizbuch, buch, gurtelschlaufe, wollwaschmittel, lederpflege, lederfett, schuhbeutel, stoff, jerseystoff, reissverschluss, knopf, knopfe, wolle knauel, hundeleine, hundehalsband, hundegeschirr, katzenhalsband, pferdedecke, yogamatte, trinkflaschen, sonnenschirm, handykordel, handyband, tassen, kaffeebecher, warnweste, warnwesten, seifenschale, ofenhandschuhe',
    'shoe lace',
  ],
  [
    'schnurer, trotteur, trotteurs, schlupfschuh, schlupfschuhe, spangenschuh, spangenschuhe, sabot, sabots, hochzeitsschuhe',
    'shoe',
  ],
  ['hochfrontpumps, spangenpumps, peeptoes, peeptoe, keilpumps', 'high heel'],
  ['schaftstiefel, langschaftstiefel, bikerboots, schneeboots, trekkingstiefel, stiefelchen', 'boot'],
  ['fussballtrikot, laufweste trikot, radtrikot, torwarttrikot', 'top'],
  ['sockchen, feinsockchen, fusslinge, fussling, tennissocken, wandersocken, abs socken', 'accessory'],
  ['kapuzenshirt, kapuzensweater, sweatshirtkleid pulli', 'hoodie'],
  [
    'stahlring, silberring, steinring, diamantring, perlenring, goldring, schaftsring, ungsring, hochzeitsring, titanring',
    'ring',
  ],
  ['kinderschirm, stockschirm, damenschirm, herrenschirm', 'accessory'],
]
