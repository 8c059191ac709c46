const words = (text: string): readonly string[] => text.split(',').map((word) => word.trim())

export interface NamingStyle {
  /** The names that the brand gives its products; at least 36, so that a line rarely repeats one. */
  given: readonly string[]
  /** The pattern of a name with `{given}` and `{noun}`, and `{number}` for brands that number their products. */
  form: string
  letters: 'as written' | 'lower' | 'title'
}

/** The naming style of each brand, by partner key. */
export const NAMINGS: Readonly<Record<string, NamingStyle>> = {
  // Streets and lanes of London
  'oswick-and-dray': {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Harrow, Marchmont, Lamb’s Conduit, Cleveland, Doughty, Wardour, Redchurch, Chiltern, Marylebone, Fournier, Elder, Wilkes, Theobald, Bermondsey, Clerkenwell, Frith, Lexington, Broadwick, Berwick, Mount Pleasant, Lambeth, Roupell, Exmouth, Amwell, Myddelton, Arlington, Camden, Gower, Percy, Rathbone, Mortimer, Wigmore, Seymour, Connaught, Ledbury, Westbourne, Golborne, Portobello, Kensal, Cheyne, Tite, Flood, Sloane, Pimlico, Moreton, Vincent',
    ),
  },
  // Neighbourhoods, villages and beaches of Portugal
  linhavento: {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Alfama, Sintra, Comporta, Ericeira, Tavira, Óbidos, Nazaré, Alvor, Melides, Sagres, Odeceixe, Évora, Monsaraz, Mértola, Arrábida, Sesimbra, Cascais, Colares, Azenhas, Graça, Estrela, Lapa, Ajuda, Belém, Mouraria, Anjos, Arroios, Benfica, Caparica, Troia, Grândola, Aljezur, Lagos, Olhão, Culatra, Fuseta, Marvão, Elvas, Estremoz, Tomar, Aveiro, Viana, Amarante, Douro, Minho, Tejo',
    ),
  },
  // Sounds and sights from a front stoop
  lowstoop: {
    form: '{given} {noun}',
    letters: 'lower',
    given: words(
      'corner store, third rail, hydrant, fire escape, night shift, double dutch, handball, block party, last stop, egg and cheese, rooftop, boombox, token, express, g train, laundromat, loose change, side door, open late, cold brew, ice truck, pigeon loft, key ring, buzzer, super, walk-up, stairwell, water tower, alternate side, chain link, blacktop, pick-up game, free throw, schoolyard, paper route, bodega cat, delivery, long weekend, summer friday, snow day, static, dial tone, quarter water, sunflower seed, stickball, dollar slice, off-peak',
    ),
  },
  // Islands of Scotland
  'inverskerry-mill': {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Eriskay, Barra, Vatersay, Mingulay, Taransay, Scarp, Berneray, Lewis, Harris, Raasay, Rona, Scalpay, Eigg, Rum, Canna, Coll, Tiree, Mull, Iona, Ulva, Staffa, Kerrera, Lismore, Seil, Luing, Scarba, Jura, Islay, Colonsay, Oronsay, Gigha, Arran, Bute, Cumbrae, Hoy, Rousay, Westray, Sanday, Stronsay, Foula, Fetlar, Unst, Yell, Bressay, Papa Stour, Whalsay, Burray',
    ),
  },
  // Danish weather
  stilvejr: {
    form: '{given} {noun} {number}',
    letters: 'as written',
    given: words(
      'Byge, Dis, Tåge, Rim, Slud, Kyst, Havn, Brise, Vind, Læ, Torvejr, Sky, Frost, Isslag, Torden, Solhverv, Skumring, Gry, Nattefrost, Dug, Støvregn, Kuling, Bølge, Tidevand, Klit, Fjord, Sund, Bælt, Rev, Holm, Skær, Nord, Øst, Vesten, Vinter, Tø, Opklaring, Efterår, Lavtryk, Højtryk, Regnvejr, Blæst, Kulde, Morgen',
    ),
  },
  // Women of Lombardy and beyond
  calzavetta: {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Ginevra, Ottavia, Fiammetta, Lucrezia, Camilla, Bianca, Allegra, Viola, Agnese, Cecilia, Flaminia, Ludovica, Matilde, Beatrice, Elettra, Livia, Marta, Norma, Olimpia, Perla, Rosalba, Serafina, Tecla, Ursula, Vittoria, Zita, Adalgisa, Brunella, Clelia, Donatella, Emma, Franca, Giuditta, Ilaria, Jole, Letizia, Mirella, Nives, Ornella, Palmira, Renata, Silvana, Teodora, Velia, Wanda, Amalia, Iside, Delfina',
    ),
  },
  // Birds of hedge, water and town
  wrenhallam: {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Wren, Dunnock, Goldcrest, Linnet, Siskin, Redpoll, Whinchat, Wheatear, Fieldfare, Redwing, Kestrel, Merlin, Hobby, Plover, Dotterel, Dunlin, Sanderling, Turnstone, Curlew, Whimbrel, Avocet, Lapwing, Snipe, Tern, Kittiwake, Fulmar, Petrel, Swift, Martin, Swallow, Nightjar, Cuckoo, Jackdaw, Jay, Magpie, Rook, Nuthatch, Treecreeper, Firecrest, Brambling, Bullfinch, Serin, Pipit, Wagtail, Dipper, Kingfisher, Starling, Heron, Teal, Wigeon',
    ),
  },
  // Names of aunts
  'pettifers-daughter': {
    form: 'The {given} {noun}',
    letters: 'as written',
    given: words(
      'Mabel, Dorothy, Winifred, Edith, Ivy, Olive, Hazel, Myrtle, Beryl, Pearl, Ruby, Opal, Florence, Constance, Prudence, Patience, Harriet, Hester, Nell, Kitty, Peggy, Betty, Dot, Lottie, Minnie, Elsie, Ethel, Gladys, Vera, Vivian, Sylvia, Muriel, Mavis, Maud, Cora, Clara, Ada, Ida, Agatha, Antonia, Barbara, Celia, Daphne, Eleanor, Freda, Gwendolen, Iris, Joan, June, Lillian, Marjorie, Nancy, Phyllis, Rosalind, Thelma, Una, Violet, Wilhelmina, Yvonne, Zelda',
    ),
  },
  // Terrain
  splitridge: {
    form: '{given} {noun}{version}',
    letters: 'title',
    given: words(
      'Couloir, Scree, Talus, Switchback, Saddle, Cornice, Cirque, Moraine, Tarn, Basin, Gully, Spur, Bench, Mesa, Arroyo, Butte, Cairn, Chute, Col, Divide, False Summit, Foothill, Headwall, Ledge, Meadow, Notch, Outcrop, Pass, Pitch, Plateau, Ravine, Rim, Runout, Scramble, Slickrock, Snowfield, Spring Line, Timberline, Traverse, Treeline, Tundra, Vert, Washout, Aspen, Ponderosa, Pika, Marmot, Ptarmigan',
    ),
  },
  // Occasions for wearing it
  'tuesday-drawer': {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Everyday, Weekend, Sunday, Lunch-break, Bus-stop, Back-garden, Front-door, School-run, Market-day, Corner-shop, Half-term, Bank-holiday, Early-train, Late-shift, Desk-day, Day-off, Slow-morning, Second-coffee, Big-shop, Dog-walk, Allotment, Canal-path, Top-deck, Number-nine, Rainy-day, First-date, Quiz-night, Five-a-side, Film-night, Sofa, Spare-room, Car-boot, Picnic, Ferry, Platform-nine, Spring-clean, Clocks-back, Clocks-forward, Cup-of-tea, Toast, Payday, Homework, Birthday, Moving-day, Nine-to-five, Friday, Monday, Wednesday, Saturday, Thursday, Away-day, Village-hall, Bonfire, Washing-line, Any-day, Evening-class, Crossword, Paint-job, Roast-dinner, Ring-road',
    ),
  },
  // Stations and yards of Berlin, with the number of the product on the rail
  'seitenfluegel-vier': {
    form: '{given} {noun} {number}',
    letters: 'as written',
    given: words(
      'Ostkreuz, Westhafen, Treptow, Tegel, Gleisdreieck, Moabit, Plötzensee, Schöneweide, Rixdorf, Stralau, Weißensee, Pankow, Lichtenberg, Friedenau, Dahlem, Grunewald, Wannsee, Spandau, Köpenick, Adlershof, Britz, Karow, Buch, Halensee, Westend, Jungfernheide, Beusselstraße, Humboldthain, Bellevue, Hackescher, Oberbaum, Spree, Panke, Havel, Kanal, Müggelsee, Tempelhof, Südkreuz, Priesterweg, Nordbahnhof, Rummelsburg, Warschauer, Bornholmer, Gesundbrunnen',
    ),
  },
  // Rivers and creeks of the Northwest
  lastwash: {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Deschutes, Nehalem, Siuslaw, Rogue, Umpqua, Clackamas, Hood, Metolius, Santiam, McKenzie, Alsea, Nestucca, Tillamook, Wilson, Trask, Kilchis, Necanicum, Tualatin, Yamhill, Molalla, Calapooia, Luckiamute, Yaquina, Siletz, Breitenbush, Clearwater, Imnaha, Wallowa, Minam, Lostine, Grande Ronde, Powder, Malheur, Owyhee, Donner, Klamath, Sprague, Williamson, Chetco, Elk, Sixes, Coquille, Illinois, Applegate',
    ),
  },
  // Words for the beach
  'bahia-lenta': {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Concha, Marea, Palapa, Caracol, Brisa, Arena, Coral, Estrella, Gaviota, Hamaca, Isla, Jacaranda, Limón, Mango, Nácar, Ola, Papaya, Quetzal, Ribera, Salina, Toronja, Vela, Yate, Zarpa, Alga, Bugambilia, Cala, Delfín, Espuma, Faro, Guayaba, Horizonte, Iguana, Jaiba, Laguna, Marisma, Nube, Orilla, Pelícano, Rompeolas, Sirena, Tortuga, Vaivén, Ventana, Pargo, Mezcal, Sandía, Tamarindo',
    ),
  },
  // Music from next door
  'atelier-corveane': {
    form: '{given} {noun}',
    letters: 'as written',
    given: words(
      'Nocturne, Sonatine, Prélude, Rondo, Barcarolle, Étude, Gavotte, Sarabande, Mazurka, Berceuse, Fugue, Toccata, Arabesque, Pavane, Gigue, Menuet, Courante, Allemande, Badinerie, Bourrée, Canon, Cantate, Capriccio, Chaconne, Coda, Divertimento, Duo, Élégie, Fantaisie, Galop, Impromptu, Intermezzo, Larghetto, Madrigal, Motet, Musette, Ostinato, Partita, Passacaille, Pastorale, Quatuor, Rhapsodie, Romance, Scherzo, Sérénade, Tarentelle, Valse, Vocalise',
    ),
  },
}
