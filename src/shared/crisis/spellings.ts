/** Other spellings: the left side is read, the right side was written. */
export const spellings: Record<string, string> = {
  ko: 'kong q k qo koh kuh ku qu kow qong koe qoh ko2',
  ako: 'akong aq aqo akoh aku akoy aquh akoe aqoh acoe acuh akon akoo akuh aqong aqoe',
  'ko na': 'kona kna konang kuna qna kunang knang konna',
  'na ko': 'nko',
  mo: 'mu',
  lahat: 'lhat lht',
  please: 'plz pls plss',
  'na ako': 'nako naq nq nakong naqo nakoh naaq',
  'ayaw ko': 'ayoko ayko ayoq ayoku ayokong ayokung ayuko ayukong ayq ayoqo ayokoh ayaq aayoko ayooko ayokow',
  'ayaw ko na': 'ayokona ayokonang ayukona ayokuna ayoqna',
  ayaw: 'ayawan ayw',
  hindi: 'di nd hnd hndi hinde ndi d dî hindeh dih ndi indi hinid hidni',
  'hindi na ko': 'dnq dinaq',
  'hindi ko': 'diko dko dq diq dikong dkong hindiko dku',
  'hindi na': 'dina dna dinana hindina',
  'hindi na ako': 'dinako dnako',
  gusto:
    'gustong gsto gus2 gs2 gstong gustu gusto2 gustoh guzto gustung gutso gusot gusti gust0 gustow guto gostu gosto gustonh',
  na: 'n nah nha nang nng naang',
  lang: 'lng lg lamang laang lan lung lhang',
  'na lang': 'nalang nlng nalng nlang nlg nalamang nlmng nlanq nalaang nalanq nlhang',
  sana: 'sna sanang snaa zana sanah',
  talaga: 'tlga tlaga talga talagang tlgang tlg tlagang talagaa',
  naman: 'nman nmn nmaan namn namang nmang',
  kasi: 'kse kase kc kxe kaseh ksi',
  siguro: 'cguro sguro ciguro siguru sguru',
  pa: 'pang pah',
  wala: 'wla walana wlang waley',
  walang: 'wlang walng',
  mas: 'maz',
  para: 'pra parah',
  pag: 'pg kapg pagka',
  bakit: 'ngano nganong bat bkt bket baket bkit bakt',
  mamatay:
    'mmatay mamtay mmty mmtay mamatai mamatey mamatae mmatai mamataii mmatey mamatayna mamatai mamatat mamatau mamattay maamtay matay',
  mabuhay: 'mbuhay mabuhai mabhay mabuhey mabuhy mbhay mbuhai',
  magpakamatay:
    'mgpakamatay magpkamatay mgpkmatay mgpkmtay magpakmatay pakamatay magpakamatai magpakamtay mgpakamtay magpkmtay mapakamatay pkamatay pkmatay pakmatay',
  magpapakamatay:
    'mgpapakamatay magppkamatay magpapakmatay mgpapkmtay papakamatay magpapakamtay mgppkmtay magpapakamatai',
  magsuicide: 'magswicide mgsuicide magsucide magsewerslide magsewercide magcommit',
  suicide:
    'sucide suicde suiside suicid swicide sewerslide sewercide suecide suwisayd suwisid suicude sicide scide sucicide suecide suicides suicidee siucide suiicide suciide',
  suicidal: 'sucidal suicdal suisidal suicidial sewersidal suicidol nagsusuicidal magsusuicidal',
  maglaslas: 'mglaslas maglaslaz maglslas',
  kill: 'kil kll kiil klil k1ll kiill',
  myself: 'mself myslf mysef myselff mysel mysefl maself meself miself mysellf miself',
  'kill myself': 'kmslf',
  want: 'wanna wana wnna wannah wanto wnt wnat watn wan wanted waana wantto wna wnana wantt wanan',
  going: 'gonna gunna gna gon goin imma ima finna gona bout',
  trying: 'tryna tryin',
  dont: 'dnt donot dontt donut2 dun',
  dead: 'ded dedz',
  should: 'shud shld',
  cant: 'cnt kant',
  hate: 'h8',
  was: 'wuz',
  die: 'dei dye dy d1e dieee dai daying diee deadz dieded',
  life: 'lyf layf lyp layp lif lfe laif',
  tired: 'tird tyred',
  sarili: 'srili sarile sarilili sariling sarli sarilii',
  buhay: 'buhi buhai bhay buhey buhy buhaii',
  sakin: 'saken saakin skn',
  patay: 'ptay patai',
  mawala: 'mwala mawla mawalang mwla',
  magising: 'magicing mgising magisng mgicing mgcing mgsing mgcng mgsng',
  matulog: 'mtulog mtlog matolog',
  iniisip: 'iniicip iniiisip niisip inisip',
  naiisip: 'naiicip naicip naiiisip',
  world: 'wrld worldd',
  anymore: 'nmore anymor animore anymo',
  mundo: 'mundong mndo mondo mundu',
  tapusin: 'tapuzin tpusin tapusn',
  nakakapagod: 'nkakapagod nakkapagod nkkpagod nakakpagod kakapagod nakakapgod',
  pagod: 'pgod paguod pagud pagodna pagodd',
  mamaya: 'mya mmya mamya',
  wish: 'wsh',
  tonight: '2nite tonite 2night tnyt 2nyt',
  magbibigti: 'bbgti bbigti mgbbigti mgbbgti mgbibigti',
  this: 'dis dys',
  katawan: 'katawang',
  huwag: 'wg hwag huag',
  ending: 'endin',
  tatalon: 'ttalun ttln',
  tulay: '2lay tlay',
  jump: 'jmp jumpp',
  building: 'bldng bldg',
  sa: 's',
  papatayin: 'pptayin pptyin ppatayin',
  ulit: 'ult ulet ullit',
}

/** Prefixes that people write apart from their word. */
export const prefixes = 'mag nag mg magpa magpapa nagpa papa ma sui su mgpa mgpapa maka un over my'

/** Long words in which one slip is forgiven when the first letter is right. */
export const forgiven =
  'mamatay mabuhay magpakamatay magpapakamatay suicide suicidal magsuicide magbigti magbibigti maglaslas maglalaslas myself disappear ' +
  'pagpapakamatay kitilin wakasan magising overdose pinanganak ipinanganak habambuhay magpatiwakal nakakapagod matapos tapusin wakasan gusto'

/** Real words that lie one slip away from those. */
export const unforgiven =
  'namatay mabuhat mabahay nabuhay mamahay makatay mamatyag magisang magsising kailan mahabay maisip matatay mapatay himself herself ' +
  'magaling mamaya mabuhol mamalay pinangalan maglaslas wakasin pakasal magisip maasim masarap maibuhay disappeared disappears kitikin'

/** Words that are recognised when stars hide some of their letters. */
export const starred = 'kill die dead suicide suicidal mamatay patay magpakamatay patayin myself'

/** Further words for which joined words are taken apart. */
export const grave = 'gusto want ayaw harm laslas kms buhay sarili'
