/**
 * Passwords that guessing lists try first, and those that Filipinos choose most. The check ignores case and the digits and signs at the
 * end: one word covers "word123!" and "Word2024".
 */
const words = new Set(
  `
password passwd passwort pass passw0rd p4ssword p4ssw0rd pa55word pa55w0rd p@ssword p@ssw0rd password1 mypassword thepassword newpassword
secret topsecret qwerty qwertyuiop qwertyui qwert qwer asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc
1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 qweasd qweasdzxc asdasd qweqwe zxczxc azerty 1qazxsw2 zaq12wsx zaq1zaq1 poiuytrewq
abc abcd abcde abcdef abcdefg abcdefgh abc123 abcd1234 a1b2c3 a1b2c3d4 aa123456 123abc 123qwe 1234qwer 123qweasd qwe123 q123456 a123456
admin administrator root user guest login letmein letmein1 welcome welcome1 access default changeme test testing test1 tester demo
master superuser manager server system computer internet windows linux google gmail yahoo hotmail facebook instagram twitter tiktok
youtube samsung iphone apple android nokia vivo oppo huawei xiaomi lenovo dell toshiba sony playstation nintendo xbox globe smart gcash
iloveyou iloveyou1 iloveu iloveme iloveus iloveher ilovehim ilovejesus ilovegod ilovelife ilovemusic ilovefamily ilovemyself
ilovemyfamily ilovemom ilovedad iloveyousomuch iloveyouforever love lover lovely loveyou loveme lovelove loves loveu loverboy lovergirl
lovelife lovehurts truelove mylove mylove1 foreverlove forever always together forever1 onelove babylove sweetlove lovestory inlove
loveable loving beloved amor teamo tequiero princess princess1 prince queen king angel angels angelo angela babe baby babygirl babyboy
babyko babyface babykoh baby1 honey honeyko honeybunch sweetie sweety sweetheart sweet sweets sugar cutie cute cutiepie pretty prettyme
beautiful gorgeous handsome sexy sexygirl sexyboy sexylady hottie hotgirl lovely1 darling dear sunshine moonlight starlight rainbow
flower flowers rose roses lily daisy jasmine violet sampaguita butterfly butterfly1 dragon dragons monkey monkeys kitty kitten hellokitty
puppy doggy panda koala tiger lion eagle eagles falcon phoenix wolf wolves shark dolphin dolphins turtle rabbit bunny chicken
spider spiderman batman superman ironman wolverine deadpool avengers captain thor hulk naruto sasuke sakura hinata kakashi itachi
onepiece luffy zoro goku vegeta dragonball pokemon pikachu doraemon voltes voltesv eugene gundam bleach ichigo sailormoon
football soccer baseball basketball volleyball tennis hockey boxing badminton nba lakers celtics bulls warriors spurs heat miami
chicago boston newyork kobe kobebryant lebron jordan michaeljordan curry stephcurry pacquiao mannypacquiao ginebra barangayginebra
purefoods alaska sanmiguel ateneo lasalle archers blueeagles feu ust uplb updiliman
michael jennifer jessica ashley nicole daniel matthew andrew joshua justin anthony robert thomas jordan1 william charlie george
christian christine christina michelle angelica angelina samantha stephanie stephen steven richard ryan brandon jonathan jonathan1
alexander alexandra alexis amanda melissa rachel rebecca sarah hannah emily olivia sophia bella isabella patricia patrick francis
francisco carlos miguel antonio eduardo roberto ricardo fernando gabriel rafael raphael mark mary maria mariel marian marianne marie
marvin jerome jeremy jericho jerico joseph josephine john johnpaul johnmark johnlloyd paul paulo peter james jayson jason jasper
jasmin jenny joan joanna jocelyn joyce joy julia julie juliet julius kevin kenneth kim kimberly kristine kristel lorraine louise
mae michele nathan nathaniel nicolas noel oliver pauline rose1 rodrigo ronald ronaldo rowena ruby sandra sheila shiela steve vanessa
vincent victor victoria willy zandra angelo1 aldrin alvin arnel arvin bernard bryan carl carlo cedric charles cherry chris christopher
clarence daisy1 danica danilo darwin dennis diana dominic edward edwin elizabeth emmanuel eric erica ernesto ferdinand gerald gilbert
grace harold henry irene ivan jacob jaime janice jeffrey jerry jessa jessie jhon jomar jonas jose juan juancarlos jun junior
justine karen karl katherine kathleen kathryn kathrine kyle lance leah leonardo lester liza lourdes luis lyka manuel marco maricel
maricar maricris marilou marjorie martin maureen maxine may mercy mica nelson nina noemi pamela raymond rey richelle roland romeo
romnick roselyn rosemarie ruel sean sharon simon tristan vivian wendy wilson
jesus jesuschrist jesusloveme jesuslovesme jesusislord jesusislove jesus1 christ christ1 god godisgood godislove godbless godisgreat
godbless1 mygod faith hope hopeful grace1 blessed blessing blessings heaven trinity amen hallelujah alleluia savior salvation
bible church mamamary mamamary1 stonino santonino nazareno papajesus lordjesus thankyoulord praisegod bethel emmanuel1 praythanks
mahal mahalko mahalkita mahalkoh mahalqoh mahalqo mahalkoyan mahalkosiya mahalkosya mahalkonanay mahalkona mahalkopamilyako
mahalnamahalkita mahalmoba mahalmo mahalmoko mahalkosila mahalkitaforever mahalkitangayon mahalkitababe mahalq mahalkow
iloveyoumahal loveko lovekoto lovekoh lovekita loveqoh labyu labidabs lablab lablabko labs labsko labyou labyoo labko
sinta sintako irog giliw giliwko puso pusoko buhay buhayko asawa asawako jowa jowako syota syotako crush crushko crushkita
hugot hugotpa forevermore walangforever walangiba ikawlang ikaw ikawlangsapatna ikawatako tayodalawa tayo tayolang kami kamilang
kaibigan kaibiganko barkada barkadako tropa tropako bestfriend bestfriends bestfriendko bff bffs besties bespren friends friend
friendship friendster kapatid kapatidko kuya kuyako ate ateko bunso bunsoko nanay nanayko tatay tatayko mama mamako mamapapa mamapapako
papamama papa papako mommy mommyko mommydaddy daddy daddyko mom mother father family familyko pamilya pamilyako myfamily lola lolo
anak anakko anakq anakk angmahalko anakngdiyos diyos panginoon diyosko
maganda magandaako magandako gandako gandako ganda gandakoh gandamo pogi pogiako pogiko pogikoh pogii pogilang gwapo gwapoako gwapako
gwapoko gwapings gwapa astig astigako lodi petmalu werpa charot chaka bakla tomboy beshie beshy besh bessy eme emelang emote emeemote emespot
bahala bahalana bahalaka bahalakana bahalakasa bahalamo ewan ewanko ewankosayo ambot ambotlang wala walalang walanglang wako basta
bastaako bastaikaw secretko sikreto lihim hindikosasabihin hindikoalam dikoalam diko nakalimutan nakalimutanko kalimutan
tanga tangaka tangamo gago gagoka gagokaba gago1 gagu bobo bobokaba bobomo bobo1 ulol ulolka loko lokoloko lokoko putangina putanginamo
tangina tanginamo pakyu pakyo puta puke titi kantot leche letse yawa piste bwisit bwiset hayop buang unggoy
pinoy pinoyako pinay pinoyproud pinoyakoh pilipinas pilipino philippines philippine filipino filipina filipinas pinas luzon visayas mindanao
manila maynila makati quezon quezoncity cebu cebucity davao davaocity baguio iloilo bacolod cavite laguna batangas bulacan pampanga
pangasinan tarlac zambales bicol albay sorsogon samar leyte tacloban bohol palawan boracay siargao zamboanga cagayan butuan gensan cotabato
taguig pasig pasay marikina caloocan antipolo rizal valenzuela tondo sampaloc cubao bulakan isabela ilocos vigan
adobo sinigang lechon balut halohalo taho pandesal lumpia pancit bulalo kare kalamansi mangga mango saging chocolate chocolate1 coffee
jollibee jollibee1 mcdo mcdonalds chowking redhorse redhorsebeer sanmig tanduay emperador milktea pizza banana apple1 orange
kathniel kathryn1 danielpadilla jadine lizquen aldub maine alden maichard bini sb19 blackpink bts btsarmy army exo exol twice redvelvet
seventeen enhypen stray straykids gfriend kpop jungkook taehyung jimin lisa jennie jisoo eraserheads parokya rivermaya
sarah1 sarahg vice viceganda anne annecurtis dingdong marian1 showtime eatbulaga pbb abscbn gma7 kapamilya kapuso
duterte marcos leni bongbong bbm tatakdigong uniteam ph
mobilelegends mobilelegend mlbb dota dota2 dotadota dotaako dota1 lol leagueoflegends valorant crossfire codm callofduty pubg
freefire roblox minecraft clashofclans counterstrike counter csgo ragnarok ranonline cabal flyff gunbound audition tantra gamer gaming
hello hello1 helloworld hellohello hi hey goodluck goodbye thankyou thanks please sorry whatever nothing something anything everything
nobody somebody anonymous unknown noname myname mylife mylife1 mysecret myspace mybaby mybabe mydear myheart myself
life lifegoeson livelife lifeisgood carpe happy happiness happyme happygirl smile smiley smileyface sad sadgirl sadboy sadlife alone
lonely broken brokenheart brokenhearted heartbroken heart hearts heartless emo emogirl emoboy emotera emotero depressed crazy crazygirl
freedom freedom1 free peace peaceful justice dream dreams dreamer dreamland imagine believe destiny destiny1 lucky lucky7
money moneymoney dollar rich million business shopping success winner winners champion champions number1 legend hero heroes
school student students teacher nurse nursing doctor engineer engineering college university batch section graduate graduation
music musiclover guitar piano singer dancer dance dancing rock rockstar rocknroll rockyou metal metallica punk hiphop rapper
blue green red black white pink purple yellow orange1 silver golden gold diamond crystal pearl ruby1
summer winter autumn spring january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday birthday birthday1 christmas newyear valentine valentines halloween
trustno1 starwars matrix hunter ranger soldier warrior ninja samurai killer killer1 shadow ghost devil demon vampire zombie monster
ferrari porsche mercedes toyota honda mitsubishi nissan suzuki yamaha kawasaki harley mustang corvette
fuckyou fuckyou1 fuckoff fuck fucker bitch bitches asshole shit sexsex sex pussy biteme hooters
pokemon1 simpsons family1 tigger snoopy mickey mickeymouse minnie winnie poohbear pooh tweety garfield barbie spongebob stitch
nicole1 michelle1 daniela karina kristina natalie lauren andrea andreah andrei amber crystal1 brittany chelsea cheska bianca trisha
cassie cassandra katrina kat kaye kayla kring kriska kylie ellaine elaine ella eliza erika faye fatima gemma gina hazel helen
zxc zxcasd asdqwe asd qaz wsx edc poi lkj mnb mnbvcxz lkjhgfdsa okm ijn plm
`
    .trim()
    .split(/\s+/),
)

export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const bare = folded.replace(/[^\p{L}]+$/u, '')
  return (
    words.has(folded) ||
    (bare.length >= 3 && words.has(bare)) ||
    words.has(folded.replace(/^[^\p{L}]+/u, '')) ||
    isRun(folded) ||
    isRepeat(folded) ||
    isDate(folded)
  )
}

/** Sequences with a constant step: "123456", "987654", "abcdef". */
function isRun(text: string): boolean {
  const follows = (step: number) =>
    Array.from(text).every((letter, i, letters) => {
      const taken = i === 0 ? step : code(letter) - code(letters[i - 1])
      return taken === step || taken === step * -9
    })
  return follows(1) || follows(-1)
}

const code = (letter = '') => letter.codePointAt(0) ?? 0

/** Repetitions of a piece of at most half the length: "aaaaaa", "121212", "lovelove". */
function isRepeat(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text)
}

/** Birthdays in digits: "010199", "01011999", "1999-01-01". */
function isDate(text: string): boolean {
  const digits = text.replace(/[-/. ]/g, '')
  return /^(?:(?:0?[1-9]|[12]\d|3[01]){2}(?:19|20)?\d{2}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/.test(
    digits,
  )
}
