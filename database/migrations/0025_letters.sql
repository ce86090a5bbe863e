-- Names that pass for others, and texts that show nothing. `scripts/letters.ts` printed the tables of letters.

-- True for a text that shows nothing: white space, control characters, joiners, fillers, variation selectors. It is inlined into the checks.
create function app.is_blank(words text) returns boolean language sql immutable strict
  return words !~ '[^\U00000001-\U00000020\U0000007f-\U000000a0\U000000ad\U0000034f\U00000600-\U00000605\U0000061c\U000006dd\U0000070f\U00000890-\U00000891\U000008e2\U0000115f-\U00001160\U00001680\U000017b4-\U000017b5\U0000180b-\U0000180f\U00002000-\U0000200f\U00002028-\U0000202f\U0000205f-\U0000206f\U00002800\U00003000\U00003164\U0000fe00-\U0000fe0f\U0000feff\U0000ffa0\U0000fff0-\U0000fffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
grant execute on function app.is_blank(text) to authenticated, service_role, function_owner;

-- The few stored texts that show nothing become an ellipsis: the check also runs when a comment or reaction is counted.
alter table public.public_posts disable trigger user, no force row level security;
update public.public_posts set content = '…' where app.is_blank(content);
alter table public.public_posts enable trigger user, force row level security,
  drop constraint public_posts_content_check,
  add constraint public_posts_content_check check (char_length(content) <= 5000 and not app.is_blank(content));
alter table public.post_comments disable trigger user, no force row level security;
update public.post_comments set content = '…' where app.is_blank(content);
alter table public.post_comments enable trigger user, force row level security,
  drop constraint post_comments_content_check,
  add constraint post_comments_content_check check (char_length(content) <= 1000 and not app.is_blank(content));
alter table public.diary_posts disable trigger user, no force row level security;
update public.diary_posts set content = '…' where sealed is null and app.is_blank(content);
alter table public.diary_posts enable trigger user, force row level security,
  drop constraint diary_posts_open_or_sealed,
  add constraint diary_posts_open_or_sealed check (
    case when sealed is null then lock_id is null and mood is not null and not app.is_blank(content)
    else lock_id is not null and mood is null and content = '' and template_url is null end);

-- The code points of each writing system, with the signs that all share.
create table app.writing_systems (system text primary key, letters int4multirange not null);
insert into app.writing_systems
select system, letters::int4multirange + '{[1,65),[91,97),[123,170),[171,186),[187,192),[215,216),[247,248),[697,736),[741,746),[748,880),[884,885),[894,895),[901,902),[903,904),[1157,1159),[1541,1542),[1548,1549),[1563,1564),[1567,1568),[1600,1601),[1611,1622),[1648,1649),[1757,1758),[2274,2275),[2385,2389),[2404,2406),[3647,3648),[4053,4057),[4347,4348),[5867,5870),[5941,5943),[6146,6148),[6149,6150),[6832,6878),[6880,6892),[7376,7419),[7616,7680),[8192,8293),[8294,8305),[8308,8319),[8320,8335),[8352,8386),[8400,8433),[8448,8486),[8487,8490),[8492,8498),[8499,8526),[8527,8544),[8585,8588),[8592,9258),[9280,9291),[9312,10240),[10496,11124),[11126,11264),[11776,11870),[12272,12293),[12294,12295),[12296,12321),[12330,12334),[12336,12344),[12348,12352),[12441,12445),[12448,12449),[12539,12541),[12688,12704),[12736,12774),[12783,12784),[12832,12896),[12927,13008),[13055,13056),[13144,13312),[19904,19968),[42752,42786),[42888,42891),[43056,43066),[43310,43311),[43471,43472),[43867,43868),[43882,43884),[64830,64832),[65024,65050),[65056,65070),[65072,65107),[65108,65127),[65128,65132),[65279,65280),[65281,65313),[65339,65345),[65371,65382),[65392,65393),[65438,65440),[65504,65511),[65512,65519),[65529,65534),[65792,65795),[65799,65844),[65847,65856),[65936,65949),[66000,66046),[66272,66300),[70459,70460),[113824,113828),[117760,118013),[118016,118452),[118458,118481),[118496,118513),[118528,118574),[118576,118599),[118608,118724),[118784,119030),[119040,119079),[119081,119275),[119488,119508),[119520,119540),[119552,119639),[119648,119673),[119808,119893),[119894,119965),[119966,119968),[119970,119971),[119973,119975),[119977,119981),[119982,119994),[119995,119996),[119997,120004),[120005,120070),[120071,120075),[120077,120085),[120086,120093),[120094,120122),[120123,120127),[120128,120133),[120134,120135),[120138,120145),[120146,120486),[120488,120780),[120782,120832),[126065,126133),[126209,126270),[126976,127020),[127024,127124),[127136,127151),[127153,127168),[127169,127184),[127185,127222),[127232,127406),[127462,127488),[127489,127491),[127504,127548),[127552,127561),[127568,127570),[127584,127590),[127744,128729),[128732,128749),[128752,128765),[128768,128986),[128992,129004),[129008,129009),[129024,129036),[129040,129096),[129104,129114),[129120,129160),[129168,129198),[129200,129212),[129216,129218),[129232,129241),[129280,129624),[129632,129646),[129648,129661),[129664,129675),[129678,129735),[129736,129737),[129741,129757),[129759,129771),[129775,129785),[129792,129939),[129940,130043),[917505,917506),[917536,917632),[917760,918000)}' from (values
  ('Latin', '{[65,91),[97,123),[170,171),[186,187),[192,215),[216,247),[248,697),[736,741),[7424,7462),[7468,7517),[7522,7526),[7531,7544),[7545,7615),[7680,7936),[8305,8306),[8319,8320),[8336,8349),[8490,8492),[8498,8499),[8526,8527),[8544,8585),[11360,11392),[42786,42888),[42891,42973),[42993,43008),[43824,43867),[43868,43877),[43878,43882),[64256,64263),[65313,65339),[65345,65371),[67456,67462),[67463,67505),[67506,67515),[122624,122655),[122661,122667)}'),
  ('Tagalog', '{[5888,5910),[5919,5920)}'),
  ('Hanunoo', '{[5920,5941)}'),
  ('Buhid', '{[5952,5972)}'),
  ('Tagbanwa', '{[5984,5997),[5998,6001),[6002,6004)}'),
  ('Arabic', '{[1536,1541),[1542,1548),[1549,1563),[1564,1567),[1568,1600),[1601,1611),[1622,1648),[1649,1757),[1758,1792),[1872,1920),[2160,2194),[2199,2274),[2275,2304),[64336,64830),[64832,64976),[65008,65024),[65136,65141),[65142,65277),[69216,69247),[69314,69320),[69328,69337),[69370,69376),[126464,126468),[126469,126496),[126497,126499),[126500,126501),[126503,126504),[126505,126515),[126516,126520),[126521,126522),[126523,126524),[126530,126531),[126535,126536),[126537,126538),[126539,126540),[126541,126544),[126545,126547),[126548,126549),[126551,126552),[126553,126554),[126555,126556),[126557,126558),[126559,126560),[126561,126563),[126564,126565),[126567,126571),[126572,126579),[126580,126584),[126585,126589),[126590,126591),[126592,126602),[126603,126620),[126625,126628),[126629,126634),[126635,126652),[126704,126706)}'),
  ('Armenian', '{[1329,1367),[1369,1419),[1421,1424),[64275,64280)}'),
  ('Bengali', '{[2432,2436),[2437,2445),[2447,2449),[2451,2473),[2474,2481),[2482,2483),[2486,2490),[2492,2501),[2503,2505),[2507,2511),[2519,2520),[2524,2526),[2527,2532),[2534,2559)}'),
  ('Cyrillic', '{[1024,1157),[1159,1328),[7296,7307),[7467,7468),[7544,7545),[11744,11776),[42560,42656),[65070,65072),[122928,122990),[123023,123024)}'),
  ('Devanagari', '{[2304,2385),[2389,2404),[2406,2432),[43232,43264),[72448,72458)}'),
  ('Ethiopic', '{[4608,4681),[4682,4686),[4688,4695),[4696,4697),[4698,4702),[4704,4745),[4746,4750),[4752,4785),[4786,4790),[4792,4799),[4800,4801),[4802,4806),[4808,4823),[4824,4881),[4882,4886),[4888,4955),[4957,4989),[4992,5018),[11648,11671),[11680,11687),[11688,11695),[11696,11703),[11704,11711),[11712,11719),[11720,11727),[11728,11735),[11736,11743),[43777,43783),[43785,43791),[43793,43799),[43808,43815),[43816,43823),[124896,124903),[124904,124908),[124909,124911),[124912,124927)}'),
  ('Georgian', '{[4256,4294),[4295,4296),[4301,4302),[4304,4347),[4348,4352),[7312,7355),[7357,7360),[11520,11558),[11559,11560),[11565,11566)}'),
  ('Greek', '{[880,884),[885,888),[890,894),[895,896),[900,901),[902,903),[904,907),[908,909),[910,930),[931,994),[1008,1024),[7462,7467),[7517,7522),[7526,7531),[7615,7616),[7936,7958),[7960,7966),[7968,8006),[8008,8014),[8016,8024),[8025,8026),[8027,8028),[8029,8030),[8031,8062),[8064,8117),[8118,8133),[8134,8148),[8150,8156),[8157,8176),[8178,8181),[8182,8191),[8486,8487),[43877,43878),[65856,65935),[65952,65953),[119296,119366)}'),
  ('Gujarati', '{[2689,2692),[2693,2702),[2703,2706),[2707,2729),[2730,2737),[2738,2740),[2741,2746),[2748,2758),[2759,2762),[2763,2766),[2768,2769),[2784,2788),[2790,2802),[2809,2816)}'),
  ('Gurmukhi', '{[2561,2564),[2565,2571),[2575,2577),[2579,2601),[2602,2609),[2610,2612),[2613,2615),[2616,2618),[2620,2621),[2622,2627),[2631,2633),[2635,2638),[2641,2642),[2649,2653),[2654,2655),[2662,2679)}'),
  ('Hebrew', '{[1425,1480),[1488,1515),[1519,1525),[64285,64311),[64312,64317),[64318,64319),[64320,64322),[64323,64325),[64326,64336)}'),
  ('Kannada', '{[3200,3213),[3214,3217),[3218,3241),[3242,3252),[3253,3258),[3260,3269),[3270,3273),[3274,3278),[3285,3287),[3292,3295),[3296,3300),[3302,3312),[3313,3316)}'),
  ('Khmer', '{[6016,6110),[6112,6122),[6128,6138),[6624,6656)}'),
  ('Lao', '{[3713,3715),[3716,3717),[3718,3723),[3724,3748),[3749,3750),[3751,3774),[3776,3781),[3782,3783),[3784,3791),[3792,3802),[3804,3808)}'),
  ('Malayalam', '{[3328,3341),[3342,3345),[3346,3397),[3398,3401),[3402,3408),[3412,3428),[3430,3456)}'),
  ('Myanmar', '{[4096,4256),[43488,43519),[43616,43648),[71376,71396)}'),
  ('Oriya', '{[2817,2820),[2821,2829),[2831,2833),[2835,2857),[2858,2865),[2866,2868),[2869,2874),[2876,2885),[2887,2889),[2891,2894),[2901,2904),[2908,2910),[2911,2916),[2918,2936)}'),
  ('Sinhala', '{[3457,3460),[3461,3479),[3482,3506),[3507,3516),[3517,3518),[3520,3527),[3530,3531),[3535,3541),[3542,3543),[3544,3552),[3558,3568),[3570,3573),[70113,70133)}'),
  ('Tamil', '{[2946,2948),[2949,2955),[2958,2961),[2962,2966),[2969,2971),[2972,2973),[2974,2976),[2979,2981),[2984,2987),[2990,3002),[3006,3011),[3014,3017),[3018,3022),[3024,3025),[3031,3032),[3046,3067),[73664,73714),[73727,73728)}'),
  ('Telugu', '{[3072,3085),[3086,3089),[3090,3113),[3114,3130),[3132,3141),[3142,3145),[3146,3150),[3157,3159),[3160,3163),[3164,3166),[3168,3172),[3174,3184),[3191,3200)}'),
  ('Thaana', '{[1920,1970)}'),
  ('Thai', '{[3585,3643),[3648,3676)}'),
  ('Tibetan', '{[3840,3912),[3913,3949),[3953,3992),[3993,4029),[4030,4045),[4046,4053),[4057,4059)}'),
  ('Japanese', '{[11904,11930),[11931,12020),[12032,12246),[12293,12294),[12295,12296),[12321,12330),[12344,12348),[12353,12439),[12445,12448),[12449,12539),[12541,12544),[12784,12800),[13008,13055),[13056,13144),[13312,19904),[19968,40960),[63744,64110),[64112,64218),[65382,65392),[65393,65438),[94178,94180),[94192,94199),[110576,110580),[110581,110588),[110589,110591),[110592,110883),[110898,110899),[110928,110931),[110933,110934),[110948,110952),[127488,127489),[131072,173792),[173824,178206),[178208,183982),[183984,191457),[191472,192094),[194560,195102),[196608,201547),[201552,210042)}'),
  ('Korean', '{[4352,4608),[11904,11930),[11931,12020),[12032,12246),[12293,12294),[12295,12296),[12321,12330),[12334,12336),[12344,12348),[12593,12687),[12800,12831),[12896,12927),[13312,19904),[19968,40960),[43360,43389),[44032,55204),[55216,55239),[55243,55292),[63744,64110),[64112,64218),[65440,65471),[65474,65480),[65482,65488),[65490,65496),[65498,65501),[94178,94180),[94192,94199),[131072,173792),[173824,178206),[178208,183982),[183984,191457),[191472,192094),[194560,195102),[196608,201547),[201552,210042)}'),
  ('Chinese', '{[746,748),[11904,11930),[11931,12020),[12032,12246),[12293,12294),[12295,12296),[12321,12330),[12344,12348),[12549,12592),[12704,12736),[13312,19904),[19968,40960),[63744,64110),[64112,64218),[94178,94180),[94192,94199),[131072,173792),[173824,178206),[178208,183982),[183984,191457),[191472,192094),[194560,195102),[196608,201547),[201552,210042)}')
) as s (system, letters);
grant select on app.writing_systems to function_owner;

-- True when no single writing system has all letters of the name: Ꭼmi has a Cherokee letter.
create function app.mixes_letters(name text) returns boolean language sql stable strict set search_path = ''
  return not exists (
    select from app.writing_systems as s
    where not exists (select from regexp_split_to_table(name, '') as letter where letter <> '' and not s.letters @> ascii(letter)));

-- The look of a name in any alphabet: compatibility forms folded, accents and marks removed, look-alike letters (UTS 39, and a few more) and
-- digits mapped to one small Latin letter.
create or replace function app.skeleton(name text) returns text language sql immutable strict set search_path = ''
  return replace(replace(regexp_replace(lower(translate(
    regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u0483-\u0489]', '', 'g'),
    'I¢¥Ð×ØøĐđĦħıŁłŦŧƀƂƃƄƉƌƍƏƐƑƒƖƗƙƚƝƞƟƥƦƭƮƴƵƶƽǀǤǥȤȥȼȾɄɆɇɈɉɍɎɏɑɓɖɗɘəɛɠɡɣɦɨɩɪɫɭɯɱɳɴɵɼɽʀʂʋʏʐʠͿΑΒΓΕΖΗΘΙΚΛΜΝΟΡΣΤΥΧΩαβγεζηθικλμνορστυχωϜϳϺЄЅІЇЈАБВГЕЗКМНОПРСТУХЬЭабвгезкмнопрстухэєѕіїјћѡѢѣѲѳѴѵѽҌҍғҚҞҢҪҫҬҮүҰұҲҺһҽҿӀӇӉӍӏӨөԀԁԌԐԑԚԛԜԝՍՏՕագզհոռսցքօ׀וטןסاه١٥٧ٳھہە۱۵۷ۿ߀ߊ०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐တဝ၀ყჿሀዐᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏌᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏲᏳᏴᐯᑌᑭᑯᒍᒪᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷ᙭᙮ᚷᛁᛕᛖᴀᴄᴅᴇᴍᴏᴑᴘᴛᴜᴠᴡᴢᴦᵮᵯᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿ₡₥₩₫₭₮℮ⅬⅯⅼⅿ∣∨∪⊖⊝⊤⋁⋃⋿⍡⍬⍳⍴⍶⍸⍺⏽╳⟙⤫⤬⨯⨰ⱧⱩⱭⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐⴱⴸⴹⵁⵏⵔⵕⵝ〇ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙇꚕꛟꜰꜱꝀꝊꝋꝡꞒꞓꞘꞙꞟꞮꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ𐆎𐆖𐆗𐊂𐊆𐊇𐊊𐊐𐊒𐊕𐊖𐊗𐊠𐊡𐊢𐊥𐊫𐊰𐊱𐊲𐊴𐋏𐋵𐌁𐌂𐌉𐌑𐌕𐌗𐌠𐌢𐐄𐐕𐐛𐐠𐐬𐐽𐑈𐒴𐓂𐓎𐓪𐓶𐔓𐔖𐔘𐔜𐔝𐔥𐔦𐔧𑓅𑓐𑜀𑜆𑜊𑜎𑜏𑢠𑢢𑢣𑢤𑢦𑢩𑢮𑢲𑢵𑢸𑢼𑣀𑣁𑣂𑣃𑣄𑣈𑣗𑣘𑣜𑣠𑣣𑣥𑣦𑣩𑣬𑣯𑣲𖼈𖼊𖼖𖼨𖼵𖼺𖽀𖽂𖽃𝈍𝈓𝈖𝈚𝈪𞣇🜈🜔🝌🝨' || '01345789$@!|¡€',
    'icydxooddhhillttbbbbddgeeffllklnnoprttyzzslggzzctueejjryyabddeeeggyhiiillwmnnorrrsuyzqjabyezholklmnopstyxwabyeznoiklmvopotuxwfjmeslijabbrezkmhonpctyxbeabbrezkmhonpctyxeesiijhwbboovvwbbrkkhcctyyyyxhheelhhmiooddgeeqqwwusowqqhnnugfollvlololovlooolovoolooooooooooooooooooooyouodrtiyajewmhyoghzubrwsvslcpkdohgbvupdjlxhxrbfaddmbxxxlkmacdemooptuvwzrfmnrstziipugyfycmwdktelmlmlvuootvuetoipaialxtxxxxhkarhlkmnooppcctyxloveoloqxobpddtgkjczfmnlsrvhwxyaelouihvfskooweeffuijxbefoorruuyoirwozuvsconxvbeflxopstabcfomtyxhzbclmtxlxoclsocsrouounokcvflxwomvwwwvflyezeloutvsfizoouyomzwcxwcvtllrsauyvfrollvoct' || 'oleastbgsailie')),
    '[^a-z]', '', 'g'), 'rn', 'm'), 'vv', 'w');

-- True when one letter was changed, left out or added, or letters were doubled.
create function app.is_near(name text, word text) returns boolean language sql immutable strict set search_path = ''
  return regexp_replace(name, '(.)\1+', '\1', 'g') = regexp_replace(word, '(.)\1+', '\1', 'g')
    or char_length(word) >= 7 and exists (
      select from generate_series(0, char_length(word)) as at
      where left(name, at) = left(word, at)
        and (substr(name, at + 2) in (substr(word, at + 1), substr(word, at + 2)) or substr(name, at + 1) = substr(word, at + 2)));

-- The name is folded once with its digits as letters, once without digits, and once without those at its end. Short words must match
-- exactly: Amin is an everyday word.
create or replace function app.is_reserved_codename(name text) returns boolean language sql immutable strict set search_path = ''
  return (
    with folded as materialized (
      select translate(app.skeleton(form), 'i', 'l') as whole,
        array(select translate(app.skeleton(part), 'i', 'l') from regexp_split_to_table(form, '[\s._·•-]+') as part) as parts
      from unnest(array[name, regexp_replace(name, '\d', '', 'g'), regexp_replace(name, '\d+$', '')]) as form
    ), staff as (
      select translate(word, 'i', 'l') as word from unnest(string_to_array(
        'admin administrator moderator mod staff support official opisyal owner developer', ' ')) as word
    ), ours as (
      select translate(word, 'i', 'l') as word from unnest(string_to_array(
        'emi emibot emebot emiai emote emoteph emoteapp emoteteam emoteofficial system sistema hotline ncmh anonymous anonimo', ' ')) as word
    )
    select bool_or(
      exists (select from ours where whole = word or char_length(word) > 4 and app.is_near(whole, word))
      or exists (
        select from staff, unnest(parts || whole) as said
        where said in (word, 'emote' || word, 'eml' || word) or char_length(word) > 4 and app.is_near(said, word)))
    from folded
  );
grant execute on function app.mixes_letters(text), app.is_near(text, text) to function_owner;

-- The e-mail is the account's, whatever the client sends. A codename is stored folded, trimmed, and without invisible or direction-changing
-- marks. A new codename that mixes alphabets, or could pass for staff or Emi, is refused.
create or replace function app.stamp_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Checked here, because folding a long text is slow and the column's own check runs after the triggers.
  if char_length(new.codename) > 200 then
    raise exception 'This codename is too long' using errcode = '23514', constraint = 'user_profiles_codename_check';
  end if;
  new.email := coalesce((select u.email from auth.users as u where u.id = new.id), new.email);
  new.updated_at := now();
  if tg_op = 'UPDATE' and new.codename is not distinct from old.codename then return new; end if;
  new.codename := btrim(regexp_replace(
    normalize(regexp_replace(new.codename, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'), nfkc),
    '[[:cntrl:]\s]+', ' ', 'g'));
  if app.is_blank(new.codename) then new.codename := ''; end if;
  if app.mixes_letters(new.codename) then
    raise exception 'This codename mixes alphabets' using errcode = '23514', constraint = 'codename_mixed';
  end if;
  if app.is_reserved_codename(new.codename) then
    raise exception 'This codename is reserved' using errcode = '23514', constraint = 'codename_reserved';
  end if;
  return new;
end $$;

-- Triggers: none.
